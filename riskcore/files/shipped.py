"""Where the variant, board and data files that come with the package are."""

import os
from functools import cache
from pathlib import Path

from riskcore.files.toml_source import hint, shown

__all__ = ["find_data_file", "named_files", "portable", "resolve_reference", "shipped_root"]

NOT_VARIANTS = ("boards", "decks", "scenarios")


@cache
def shipped_root() -> Path:
    """The folder of shipped files: in the package when installed, beside it in a source checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "variants"
    return inside if inside.is_dir() else package.parent / "variants"


def named_files(kind: str) -> dict[str, Path]:
    """The shipped files of a kind (`variant` or `board`) by the name a designer calls them."""
    root = shipped_root()
    if kind == "board":
        return {path.stem: path for path in sorted(root.glob("boards/*.toml"))}
    files = sorted(root.rglob("*.toml"), reverse=True)  # of two with one name, the first in order stays
    found = {path.stem: path for path in files if path.relative_to(root).parts[0] not in NOT_VARIANTS}
    return dict(sorted(found.items()))


def resolve_reference(kind: str, reference: str | os.PathLike[str], folder: str = "") -> Path:
    """The file that is meant: a path has a separator, ends in `.toml` or is no `str`; else it is a name."""
    text = os.fspath(reference)
    separators = [os.sep, os.altsep or os.sep, "/"]
    if text is not reference or text.endswith(".toml") or any(separator in text for separator in separators):
        return Path(os.path.normpath(os.path.join(folder, text)))
    known = named_files(kind)
    if text not in known:
        advice = hint(text, known) or "; a file is given by its path, such as ./mine.toml"
        raise LookupError(f"no shipped {kind} is called {shown(text)}{advice}")
    return known[text]


def find_data_file(reference: str, folder: str) -> Path | None:
    """A file named in a parameter: relative to the folder of who names it, else among the shipped files."""
    folders = [folder] if folder else []
    for base in [*folders, str(shipped_root())]:
        candidate = os.path.normpath(os.path.join(base, reference))
        if os.path.isfile(candidate):
            return Path(candidate)
    return None


def portable(path: Path) -> str:
    """A found file the way a variant keeps it: shipped ones without the place where this machine has them."""
    root = shipped_root()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
