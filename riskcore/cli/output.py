"""Writing what a command makes to a file, whole or not at all; and the command that makes it again."""

import shlex
from collections.abc import Callable, Collection
from pathlib import Path

import click
from click.core import ParameterSource

from riskcore.errors import RiskError
from riskcore.files.disk import write_whole

__all__ = ["command_again", "unwritten_page", "write_file"]


def write_file(file: Path, text: str) -> None:
    """Write a file that a command was asked for."""
    try:
        write_whole(file, text)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {(error.strerror or str(error)).lower()}") from error


def unwritten_page(file: Path | None, draw: Callable[[str], str], *, but: Collection[str] = ()) -> BaseException | None:
    """Write a page, if one is asked for, with the command that makes it; what kept it from being written.

    It comes before the screen, for whoever reads that may leave, and must not cost it.
    """
    if file is None:
        return None
    command = command_again(click.get_current_context(), but=("as_json", "html", "workers", "scheduler", *but))
    try:
        write_file(file, draw(command))
    except (click.ClickException, RiskError, KeyboardInterrupt) as error:  # games may be played again for it
        return error
    return None


def command_again(context: click.Context, *, but: Collection[str]) -> str:
    """The command as it was given, `but` for the options whose parameters have these names.

    What a project adds is written out, so that it is the same command in any folder.
    """
    arguments = [context.params[each.name or ""] for each in context.command.params if isinstance(each, click.Argument)]
    words = ["riskvar", context.command.name or ""]
    for each in arguments:
        words += map(str, each if isinstance(each, tuple) else [each])
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) in (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP)
        if (
            (given or (option.multiple and context.params[name]))
            and isinstance(option, click.Option)
            and name not in but
        ):
            value = context.params[name]
            if option.is_flag:
                words += (option.opts if value else option.secondary_opts)[:1]
            else:
                for each in value if option.multiple else [value]:
                    words += [option.opts[0], str(each)]
    return shlex.join(words)
