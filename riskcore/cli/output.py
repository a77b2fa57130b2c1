"""Writing what a command makes to a file, whole or not at all; and the command that makes it again."""

import os
import shlex
import stat
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

import click
from click.core import ParameterSource

from riskcore.errors import RiskError

__all__ = ["command_again", "unwritten_page", "write_file"]


def write_file(file: Path, text: str) -> None:
    """Write a file in one step: whoever reads it meanwhile, or after a crash, finds the old one or the new one.

    What no encoding has, such as half of a surrogate pair in a name, is written as an escape.
    """
    data = text.encode("utf-8", errors="backslashreplace")
    try:
        if file.exists() and not stat.S_ISREG(file.stat().st_mode):  # a pipe or a terminal cannot be replaced
            file.write_bytes(data)
            return
        goal = Path(os.path.realpath(file))
        beside = goal.with_name(f".{goal.name}.{os.getpid()}.new")
        try:
            beside.write_bytes(data)
            os.replace(beside, goal)
        finally:
            with suppress(OSError):
                beside.unlink()
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
    """The command as it was given, `but` for the options whose parameters have these names."""
    arguments = [context.params[each.name or ""] for each in context.command.params if isinstance(each, click.Argument)]
    words = ["riskvar", context.command.name or ""]
    for each in arguments:
        words += [each] if isinstance(each, str) else each
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and isinstance(option, click.Option) and name not in but:
            value = context.params[name]
            if option.is_flag:
                words.append(option.opts[0])
            else:
                for each in value if option.multiple else [value]:
                    words += [option.opts[0], str(each)]
    return shlex.join(words)
