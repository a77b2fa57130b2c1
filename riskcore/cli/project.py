"""What the project of the working directory adds to a command: rules, names of variants, defaults of options."""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from riskcore.authoring.project import Project, find_project, project_file
from riskcore.cli.completion import complete_variants
from riskcore.errors import VariantError
from riskcore.files.shipped import named_files

__all__ = ["ProjectDefaults", "own_project", "say_project", "variant_argument", "variant_named", "with_own_rules"]

Command = TypeVar("Command", bound=Callable[..., Any])

# These mean something else here, or are chosen with such care that a default for all would not do.
_OTHERWISE = {"ladder": ("bots", "players", "games"), "soak": ("bots", "players", "games"), "play": ("games",)}


def own_project() -> Project | None:
    """The project of the working directory. A variant file brings none along: reading it must not run code."""
    return find_project(os.curdir)


class ProjectDefaults(Mapping[str, Any]):
    """What the project says that a command's options are by default; read when the first of them is asked for."""

    def __init__(self, command: str) -> None:
        self._command = command

    def __getitem__(self, option: str) -> Any:
        return self._given[option]

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

    @property
    def _given(self) -> dict[str, Any]:
        try:
            project = own_project()
        except VariantError:
            context = click.get_current_context(silent=True)
            if context is None or not context.resilient_parsing:
                raise
            return {}  # help, and completion, shall come all the same
        others = _OTHERWISE.get(self._command, ())
        return {} if project is None else {key: value for key, value in project.defaults.items() if key not in others}


def variant_argument(name: str, **options: Any) -> Callable[[Command], Command]:
    """A variant: a shipped name, a name that the project knows, or the path of a file."""
    return click.argument(name, callback=_found_variants, shell_complete=complete_variants, **options)


def _found_variants(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """The variants with paths instead of the names that only the project knows."""
    if value is None or ctx.resilient_parsing:
        return value
    project = own_project()
    if isinstance(value, tuple):
        return tuple(variant_named(each, project) for each in value)
    return variant_named(value, project)


def variant_named(variant: str, project: Project | None) -> str:
    """A variant with its path instead of the name that only the project knows."""
    if variant.endswith(".toml") or os.path.basename(variant) != variant:
        _note_other_project(variant, project)
    elif project is not None and variant in project.variants:
        path = os.path.relpath(project.variants[variant])
        if variant in named_files("variant"):
            both = f"{variant!r} is the name of a shipped variant and of {path}"
            raise click.BadParameter(f"{both}: write the path for yours")
        return path
    return variant


def _note_other_project(variant: str, project: Project | None) -> None:
    other = project_file(os.path.dirname(variant))
    if other is not None and (project is None or not other.samefile(project.file)):
        where = os.path.relpath(other)
        click.echo(f"{where} is not in use: a project counts for who works in its folder", err=True)


def with_own_rules(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """The rule files of the project, then those that are given."""
    project = None if ctx.resilient_parsing else own_project()
    if project is None:
        return value
    own = [os.path.relpath(path) for path in project.rules]
    known = {os.path.realpath(path) for path in own}
    return (*own, *(path for path in value if os.path.realpath(path) not in known))


def say_project(ctx: click.Context) -> None:
    """Tell, beside the results, which project changes what the command does; check what the command would not."""
    project = own_project()
    if project is None:
        return
    options = {each.name: each.opts[0] for each in ctx.command.params if each.name}
    taken = [key for key in project.defaults if ctx.get_parameter_source(key) is ParameterSource.DEFAULT_MAP]
    used = [f"-p {os.path.relpath(path)}" for path in project.rules if "plugin_files" in options]
    used += [f"{options[key]} {project.defaults[key]}" for key in taken]
    if used:
        click.echo(f"{os.path.relpath(project.file)}: {', '.join(used)}", err=True)
    if "bots" in taken:
        _check_bots(project)


def _check_bots(project: Project) -> None:
    """A name that is wrong is told where it stands."""
    from riskcore.files.bots import bot_maker, split_bots
    from riskcore.files.catalog import Catalog

    catalog = Catalog([os.path.relpath(path) for path in project.rules])
    try:
        for bot in split_bots(project.defaults["bots"]):
            bot_maker(bot, catalog)
    except VariantError as error:
        place = project.source.place(("defaults", "bots"))
        raise VariantError([place.problem(f"defaults.bots: {each.message}") for each in error.problems]) from None
