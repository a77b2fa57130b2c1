"""Asking plugins once what their rules are, and saying exactly which plugin is to blame when that fails."""

import inspect
from collections.abc import Callable, Container, Mapping
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

import attrs
import pluggy
from pluggy import HookImpl

from riskcore.board import Board
from riskcore.errors import RulebookError, VariantError, error_words
from riskcore.hookspecs import PROJECT, Hooks

__all__ = ["Decision", "Resolver", "hook_names"]


@attrs.frozen
class Decision:
    """Who decides a hook: its provider, those it replaced, and those that modify it, innermost first."""

    hook: str
    provider: str
    replaced: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()


def hook_names() -> tuple[str, ...]:
    """Every hook, in the order of the contract."""
    return tuple(name for name in vars(Hooks) if not name.startswith("_"))


class Resolver:
    """One pass over the plugins of a variant; a plugin manager of its own, so that nothing is shared."""

    def __init__(self, plugins: list[tuple[str, object]], board: Board) -> None:
        self.board = board
        self.decisions: dict[str, Decision] = {}
        self._plugins = plugins
        self._names = {id(plugin): name for name, plugin in plugins}
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(Hooks)
        for name, plugin in plugins:
            _check_class(name, type(plugin))
            try:
                self._manager.register(plugin, name)
            except pluggy.PluginValidationError as error:
                raise RulebookError(_explain_signature(name, error)) from None
        _check_company(plugins)
        self._check_known_hooks()

    def rule(self, hook: str, arguments: int) -> Any:
        """The callable that decides a hook."""
        return self._ask(hook, lambda value: _not_a_rule(value, arguments))

    def instance(self, hook: str, kind: type) -> Any:
        """The rule object that decides a hook."""
        return self._ask(hook, lambda value: None if isinstance(value, kind) else f"must be a {kind.__name__}")

    def items(self, hook: str, kind: type) -> tuple[Any, ...]:
        """The tuple that decides a hook."""
        value: tuple[Any, ...] = self._ask(hook, lambda value: _not_items(value, kind))
        return value

    def sequence(self, hook: str, phases: Container[str]) -> tuple[str, ...]:
        """The names of phases, all of them known, that decide a hook."""
        names: tuple[str, ...] = self._ask(hook, lambda value: _not_items(value, str) or _not_a_sequence(value, phases))
        return names

    def rules(self, hook: str, arguments: int) -> tuple[Any, ...]:
        """The callables that all plugins together bring, in precedence order."""
        found = []
        for name, value in self.answers(hook):
            fault = _not_a_rule(value, arguments)
            if fault:
                raise RulebookError(f"rule {name!r}: hook {hook} returned {value!r}; it {fault}")
            found.append(value)
        return tuple(found)

    def collected(self, hook: str, kinds: tuple[type, ...]) -> list[tuple[str, Any]]:
        """The objects that all plugins together bring, each with its plugin's name."""
        found = []
        for name, values in self.answers(hook):
            if not isinstance(values, tuple | list) or not all(isinstance(value, kinds) for value in values):
                wanted = " or ".join(kind.__name__ for kind in kinds)
                raise RulebookError(f"rule {name!r}: hook {hook} returned {values!r}; it must be a tuple of {wanted}")
            found += [(name, value) for value in values]
        return found

    def named(self, hook: str, kind: type) -> dict[str, Any]:
        """The collected objects by their own names, which must differ."""
        found: dict[str, Any] = {}
        for name, value in self.collected(hook, (kind,)):
            if value.name in found:
                raise RulebookError(f"rule {name!r}: hook {hook}: {value.name!r} is taken by another rule")
            found[value.name] = value
        return found

    def answers(self, hook: str) -> list[tuple[str, Any]]:
        """What each plugin answers to a hook where every answer counts, with its name."""
        answers = []
        for name, plugin in self._plugins:
            options = _hook_options(type(plugin), hook)
            if options is None:
                continue
            if options["wrapper"]:
                raise RulebookError(f"rule {name!r}: hook {hook} has nothing to wrap: every rule's answer counts")
            values = self._call(hook, [plugin])
            if not values:
                raise RulebookError(_explain_silence(name, hook))
            answers.append((name, values[0]))
        return answers

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

    def _ask(self, hook: str, fault_of: Callable[[Any], str | None]) -> Any:
        """The provider's rule, then changed by one modifier after another, so that whoever spoils it has a name."""
        implementations = getattr(self._manager.hook, hook).get_hookimpls()
        self._decide(hook, implementations)
        provider = [each.plugin for each in implementations if not each.wrapper][-1]
        modifiers = [each.plugin for each in implementations if each.wrapper]
        value = None
        for number in range(len(modifiers) + 1):
            asked = [provider, *modifiers[:number]]
            name = self._names[id(asked[-1])]
            value = self._call(hook, asked)
            if value is None:
                raise RulebookError(_explain_silence(name, hook))
            fault = "yields: mark it @hookimpl(wrapper=True)" if inspect.isgenerator(value) else fault_of(value)
            if fault:
                raise RulebookError(f"rule {name!r}: hook {hook} returned {value!r}; it {fault}")
        return value

    def _call(self, hook: str, asked: list[object]) -> Any:
        """What some plugins alone answer; a failure is told with the name of the last of them."""
        others = [plugin for _, plugin in self._plugins if all(plugin is not each for each in asked)]
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
        if not providers:
            raise RulebookError(f"hook {hook} has no provider: no rule of this variant decides it")
        options = [name for name in providers if _role(self._plugin(name)) == "option"]
        for earlier, later in pairwise(options):
            if earlier not in getattr(self._plugin(later), "over", ()):
                raise RulebookError(
                    f"rules {earlier!r} and {later!r} conflict: both replace the hook {hook}; drop one of them"
                )
        self.decisions[hook] = Decision(hook, providers[-1], tuple(providers[:-1]), tuple(modifiers))

    def _plugin(self, name: str) -> object:
        return next(plugin for known, plugin in self._plugins if known == name)

    def _check_known_hooks(self) -> None:
        try:
            self._manager.check_pending()
        except pluggy.PluginValidationError as error:
            name = self._names.get(id(error.plugin), "?")
            unknown = [
                method
                for method in dir(type(error.plugin))
                if hasattr(getattr(type(error.plugin), method), f"{PROJECT}_impl") and method not in hook_names()
            ]
            raise RulebookError(f"rule {name!r}: unknown hook {_suggest(unknown[0], hook_names())}") from None


def _suggest(word: str, known: tuple[str, ...]) -> str:
    close = get_close_matches(word, known, 1)
    return f"{word!r}; did you mean {close[0]!r}?" if close else f"{word!r}; known are {', '.join(known)}"


def _role(plugin: object) -> str:
    return str(getattr(type(plugin), "role", "option"))


def _check_class(name: str, kind: type) -> None:
    """Mistakes that pluggy would pass over in silence."""
    hooks = hook_names()
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


def _not_a_rule(value: object, arguments: int) -> str | None:
    if not callable(value):
        return "must return the rule, a function, not its result"
    try:
        inspect.signature(value).bind(*range(arguments))
    except TypeError:
        return f"must take {arguments} arguments"
    except ValueError:  # a callable written in C that tells no signature
        return None
    return None


def _not_items(value: object, kind: type) -> str | None:
    if isinstance(value, tuple) and all(isinstance(item, kind) for item in value):
        return None
    return f"must be a tuple of {kind.__name__}"


def _not_a_sequence(names: tuple[str, ...], phases: Container[str]) -> str | None:
    for at, name in enumerate(names):
        if name not in phases:
            return f"names a phase that no rule brings: {name!r}"
        if name in names[:at]:
            return f"names the phase {name!r} twice"
    return None


def _explain_silence(name: str, hook: str) -> str:
    return f"rule {name!r}: hook {hook} returned nothing; is a `return` missing?"


def _explain_signature(name: str, error: pluggy.PluginValidationError) -> str:
    text = str(error)
    if "declared in the hookimpl but can not be found" in text:
        hook = next((word for word in hook_names() if f"for hook {word!r}" in text), "?")
        return (
            f"rule {name!r}: the hook {hook} takes at most `board`; the game's state and player are arguments of "
            "the rule that it returns"
        )
    return f"rule {name!r}: {' '.join(text.split())}"


def _explain_failure(name: str, hook: str, error: BaseException) -> str:
    if isinstance(error, RulebookError):  # raised by the plugin on purpose, in words of its own
        return f"rule {name!r}: hook {hook}: {error}"
    return f"rule {name!r}: hook {hook} failed: {error_words(error)}"
