"""Where scenario files are."""

from collections.abc import Iterable
from pathlib import Path

from riskcore.files.shipped import shipped_root

__all__ = ["SUFFIX", "scenario_files", "shipped_scenario_files"]

SUFFIX = ".scenario.toml"


def scenario_files(paths: Iterable[str | Path]) -> list[Path]:
    """The files that are meant: a file stands for itself, a folder for all scenario files below it."""
    files: dict[Path, None] = {}
    for path in map(Path, paths):
        below = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        files.update(dict.fromkeys(below))
    return list(files)


def shipped_scenario_files() -> list[Path]:
    """The scenarios that come with the package: its rulebook, executable."""
    return scenario_files([shipped_root() / "scenarios"])
