"""Asking plugins once what their rules are, and saying exactly which plugin is to blame when that fails."""

import inspect
import os
from collections.abc import Container, Iterable, Mapping
from itertools import pairwise
from traceback import walk_tb
from types import FrameType
from typing import Any

import attrs
import pluggy
from pluggy import HookImpl

from riskcore.board import Board
from riskcore.errors import RiskError, RulebookError, VariantError, closest, error_words
from riskcore.hooks import Hook
from riskcore.hookspecs import PROJECT, Hooks, declared_hooks
from riskcore.rules import Phase
from riskcore.words import listed

__all__ = ["Decision", "Resolver", "failure_words", "idle_hooks"]


@attrs.frozen
class Decision:
    """Who decides a hook: its provider, those it replaced, and those that modify it, innermost first."""

    hook: str
    provider: str
    replaced: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()

    def words(self) -> str:
        """Who decides: `rule 'standard-setup', modified by 'late-start'`."""
        modified = f", modified by {' and '.join(map(repr, self.modifiers))}" if self.modifiers else ""
        return f"rule {self.provider!r}{modified}"


class Resolver:
    """One pass over the plugins of a variant; a plugin manager of its own, so that nothing is shared.

    `answers` has for each hook what was answered: of one provider its answer, otherwise each rule's with its name.
    """

    def __init__(self, plugins: list[tuple[str, object]], board: Board, phases: Iterable[str]) -> None:
        """`phases` are the names of those that are there whatever the plugins bring."""
        self.plugins = plugins
        self.board = board
        self.decisions: dict[str, Decision] = {}
        self._hooks = declared_hooks()
        self._names = {id(plugin): name for name, plugin in plugins}
        self._manager = _Manager(PROJECT)
        self._manager.add_hookspecs(_contracts(self._hooks))
        for name, plugin in plugins:
            _check_class(name, type(plugin))
            try:
                self._manager.register(plugin, name)
            except pluggy.PluginValidationError as error:
                raise RulebookError(_explain_signature(name, error)) from None
        _check_company(plugins)
        self._check_known_hooks()
        self._check_providers()
        brought = self._every(Hooks.phases, ())
        known = {*phases, *(item.name for _, given in brought for item in given if isinstance(item, Phase))}
        self.answers: dict[str, Any] = {Hooks.phases.name: brought}
        for name, hook in self._hooks.items():
            if name not in self.answers:
                self.answers[name] = self._one(hook, known) if hook.one else self._every(hook, known)

    def stages(self, hook: str) -> list[tuple[str, Any]]:
        """What a resolved hook came to, plugin by plugin: what those replaced had decided, the provider, and what each
        modifier made of it. The last is what the rulebook has.
        """
        decision = self.decisions[hook]
        stages = [(name, self._call(hook, [self._plugin(name)])) for name in (*decision.replaced, decision.provider)]
        asked = [self._plugin(decision.provider)]
        for name in decision.modifiers:
            asked.append(self._plugin(name))
            stages.append((name, self._call(hook, asked)))
        return stages

    def _every(self, hook: Hook[Any], phases: Container[str]) -> list[tuple[str, Any]]:
        """What each plugin answers to a hook where every answer counts, with its name."""
        answers = []
        for name, plugin in self.plugins:
            options = _hook_options(type(plugin), hook.name)
            if options is None or hook.name in idle_hooks(plugin):
                continue
            if options["wrapper"]:
                raise RulebookError(f"rule {name!r}: hook {hook.name} has nothing to wrap: every rule's answer counts")
            values = self._call(hook.name, [plugin])
            answers.append((name, _checked(name, hook, values[0] if values else None, phases)))
        return answers

    def _one(self, hook: Hook[Any], phases: Container[str]) -> Any:
        """The provider's rule, then changed by one modifier after another, so that whoever spoils it has a name."""
        implementations = getattr(self._manager.hook, hook.name).get_hookimpls()
        self._decide(hook.name, implementations)
        provider = [each.plugin for each in implementations if not each.wrapper][-1]
        modifiers = [each.plugin for each in implementations if each.wrapper]
        value = None
        for number in range(len(modifiers) + 1):
            asked = [provider, *modifiers[:number]]
            value = _checked(self._names[id(asked[-1])], hook, self._call(hook.name, asked), phases)
        return value

    def _call(self, hook: str, asked: list[object]) -> Any:
        """What some plugins alone answer; a failure names the last of them."""
        others = [plugin for _, plugin in self.plugins if all(plugin is not each for each in asked)]
        try:
            return self._manager.subset_hook_caller(hook, others)(board=self.board)
        except VariantError:
            raise  # a data file of the rule's own is wrong, and the error says where
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # rules are anybody's code, and may even try to leave
            raise RulebookError(_explain_failure(self._names[id(asked[-1])], hook, error)) from error

    def _decide(self, hook: str, implementations: list[HookImpl]) -> None:
        """Record who decides. pluggy keeps implementations in the order in which later ones win."""
        providers = [self._names[id(each.plugin)] for each in implementations if not each.wrapper]
        modifiers = [self._names[id(each.plugin)] for each in implementations if each.wrapper]
        options = [name for name in providers if _role(self._plugin(name)) == "option"]
        for earlier, later in pairwise(options):
            if earlier not in getattr(self._plugin(later), "over", ()):
                raise RulebookError(
                    f"rules {earlier!r} and {later!r} conflict: both replace the hook {hook}; drop one of them"
                )
        self.decisions[hook] = Decision(hook, providers[-1], tuple(providers[:-1]), tuple(modifiers))

    def _plugin(self, name: str) -> object:
        return next(plugin for known, plugin in self.plugins if known == name)

    def _check_known_hooks(self) -> None:
        try:
            self._manager.check_pending()
        except pluggy.PluginValidationError as error:
            name = self._names.get(id(error.plugin), "?")
            unknown = [
                method
                for method in dir(type(error.plugin))
                if hasattr(getattr(type(error.plugin), method), f"{PROJECT}_impl") and method not in declared_hooks()
            ]
            raise RulebookError(f"rule {name!r}: unknown hook {_suggest(unknown[0], tuple(self._hooks))}") from None

    def _check_providers(self) -> None:
        """Somebody must decide each hook that one rule decides."""
        missing = [
            name
            for name, hook in self._hooks.items()
            if hook.one and all(each.wrapper for each in getattr(self._manager.hook, name).get_hookimpls())
        ]
        if missing:
            hooks = f"hook {missing[0]} has" if len(missing) == 1 else f"hooks {listed(missing)} have"
            raise RulebookError(f"{hooks} no provider: some rule of the variant must decide")


class _Manager(pluggy.PluginManager):
    """Passes over the hooks that a plugin's parameters leave alone."""

    def parse_hookimpl_opts(self, plugin: object, name: str) -> Any:
        return None if name in idle_hooks(plugin) else super().parse_hookimpl_opts(plugin, name)


def idle_hooks(plugin: object) -> Container[str]:
    """The hooks that a plugin implements and, with its parameters, has nothing to say about."""
    idle: Container[str] = getattr(plugin, "idle", ())
    return idle


def _contracts(hooks: Mapping[str, Hook[Any]]) -> type:
    """The hooks as pluggy wants to be told of them."""
    mark = pluggy.HookspecMarker(PROJECT)
    return type("Contracts", (), {name: mark(hook.contract, firstresult=hook.one) for name, hook in hooks.items()})


def _suggest(word: str, known: tuple[str, ...]) -> str:
    name = closest(word, known)
    return f"{word!r}; did you mean {name!r}?" if name else f"{word!r}; known are {', '.join(known)}"


def _role(plugin: object) -> str:
    return str(getattr(type(plugin), "role", "option"))


def _check_class(name: str, kind: type) -> None:
    """Mistakes that pluggy would pass over in silence."""
    hooks = declared_hooks()
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        if field.name in hooks:
            raise RulebookError(f"rule {name!r}: the parameter {field.name!r} has the name of a hook; rename it")
    for hook in hooks:
        options = _hook_options(kind, hook)
        if options is None and callable(getattr(kind, hook, None)):
            raise RulebookError(f"rule {name!r}: the method {hook} is not marked with @hookimpl")
        if options is not None and options["hookwrapper"]:
            raise RulebookError(f"rule {name!r}: hook {hook}: write wrapper=True, not hookwrapper=True, and `return`")


def _hook_options(kind: type, hook: str) -> Mapping[str, Any] | None:
    """What @hookimpl noted about a method, if the class implements the hook."""
    options: Mapping[str, Any] | None = getattr(getattr(kind, hook, None), f"{PROJECT}_impl", None)
    return options


def _check_company(plugins: list[tuple[str, object]]) -> None:
    """What plugins say about each other: `conflicts` and `requires` name other rules.

    They are asked of the plugin, not of its class, for what a rule needs may depend on its parameters.
    """
    names = {name for name, _ in plugins}
    for name, plugin in plugins:
        for other in getattr(plugin, "conflicts", ()):
            if other in names:
                raise RulebookError(f"rules {name!r} and {other!r} conflict: {_reason(plugin)}")
        for other in getattr(plugin, "requires", ()):
            if other not in names:
                raise RulebookError(f"rule {name!r} requires the rule {other!r}, which the variant does not have")


def _reason(plugin: object) -> str:
    return str(getattr(plugin, "conflict_reason", "they cannot be played together"))


def _checked(name: str, hook: Hook[Any], value: Any, phases: Container[str]) -> Any:
    """What a plugin answered, if it will do."""
    if value is None:
        raise RulebookError(f"rule {name!r}: hook {hook.name} returned nothing; is a `return` missing?")
    fault = "yields: mark it @hookimpl(wrapper=True)" if inspect.isgenerator(value) else hook.fault(value, phases)
    if fault:
        raise RulebookError(f"rule {name!r}: hook {hook.name} returned {value!r}; it {fault}")
    return value


def _explain_signature(name: str, error: pluggy.PluginValidationError) -> str:
    text = str(error)
    if "declared in the hookimpl but can not be found" in text:
        hook = next((word for word in declared_hooks() if f"for hook {word!r}" in text), "?")
        return (
            f"rule {name!r}: the hook {hook} takes at most `board`; the game's state and player are arguments of "
            "the rule that it returns"
        )
    return f"rule {name!r}: {' '.join(text.split())}"


def failure_words(plugins: Iterable[tuple[str, object]], error: BaseException) -> str:
    """What went wrong in the code of rules, with the rule and the line where that can be seen."""
    if isinstance(error, RiskError):
        return str(error)
    calls = [call for call, _ in walk_tb(error.__traceback__) if not _is_own(call)]
    for call in reversed(calls):
        names = [name for name, plugin in plugins if type(plugin).__module__ == call.f_globals.get("__name__")]
        owner = [name for name, plugin in plugins if name in names and _is_of(call, type(plugin))]
        if names:
            rule = f"rule {owner[0]!r}" if owner else " or ".join(f"rule {name!r}" for name in names)
            break
    else:
        rule = "a rule"
    place = f" ({os.path.basename(calls[-1].f_code.co_filename)}:{calls[-1].f_lineno})" if calls else ""
    return f"{rule} failed: {error_words(error)}{place}"


def _is_own(call: FrameType) -> bool:
    return str(call.f_globals.get("__name__")).partition(".")[0] == __name__.partition(".")[0]


def _is_of(call: FrameType, kind: type) -> bool:
    return call.f_code.co_qualname.startswith(f"{kind.__qualname__}.")


def _explain_failure(name: str, hook: str, error: BaseException) -> str:
    if isinstance(error, RulebookError):  # raised by the plugin on purpose, in words of its own
        return f"rule {name!r}: hook {hook}: {error}"
    return f"rule {name!r}: hook {hook} failed: {error_words(error)}"
