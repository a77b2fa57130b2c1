"""`riskvar explain --origins`: where each value of a variant comes from."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from riskcore.cli.results import echo
from riskcore.cli.screens.pager import paged_screen

if TYPE_CHECKING:
    from riskcore.files.variant import Variant
    from riskcore.text.origins import Origin

__all__ = ["show_origins"]


def show_origins(variant: "Variant", as_json: bool) -> None:
    """Print every value with file and line."""
    from riskcore.text.origins import origins

    found = origins(variant)
    if as_json:
        about = {"variant": variant.id, "name": variant.name, "summary": variant.summary}
        echo(json.dumps({**about, "origins": [each.to_dict() for each in found]}, indent=2))
        return
    from rich.text import Text

    with paged_screen() as console:
        for each in found:
            console.print(Text.assemble(_said(each), "  ", (_where(each), "dim")), soft_wrap=True)


def _said(origin: "Origin") -> str:
    """The line that a variant file would have; a rule's, its heading."""
    from riskcore.files.toml_source import dotted, shown

    if len(origin.path) == 2 and origin.path[0] == "rules":
        return f"[{dotted(origin.path)}]"
    return f"{dotted(origin.path)} = {'none' if origin.value is None else shown(origin.value)}"


def _where(origin: "Origin") -> str:
    """A file by its path from here; a shipped one by its name."""
    from riskcore.files.shipped import shipped_root
    from riskcore.files.toml_source import printable

    place = origin.place
    if not place.file:
        return "default"
    if not place.line:
        return place.file
    shipped = str(shipped_root()) + os.sep
    if place.file.startswith(shipped):
        return f"shipped {place.file.removeprefix(shipped)}:{place.line}"
    file = os.path.relpath(place.file)
    if origin.kind == "default" and file.startswith(os.pardir):  # installed, wherever that is
        file = "/".join(Path(file).parts[-2:])
    return f"{'default, ' * (origin.kind == 'default')}{printable(file)}:{place.line}"
