"""Writing files to start from: all of them or none, never over one that is there; and the schemas that they name."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from riskcore.authoring.project import Project, find_project
from riskcore.authoring.schemas import schema_kinds, schema_text
from riskcore.authoring.skeletons import SCHEMAS, Wish, check_name, check_title, skeleton
from riskcore.errors import RiskError
from riskcore.files.catalog import Catalog
from riskcore.files.disk import write_whole
from riskcore.files.toml_source import printable

__all__ = ["make"]


def make(wish: Wish) -> list[Path]:
    """Write the files for a wish; the paths of all that were written."""
    check_name(wish.kind, wish.name, wish.project)
    check_title(wish.title)
    made = skeleton(wish)
    for path in made:
        if os.path.lexists(path):
            raise RiskError(f"{printable(str(path))} is there already; nothing was written")
    _write_all(made)
    project = find_project(wish.root)
    own = wish.source if wish.kind == "package" else None  # its rule is not installed yet
    changed = _take_in(wish, project) if project else []
    catalog = Catalog([own] if own else project.rules if project else ())
    schemas = {
        wish.root / SCHEMAS / f"{kind}.schema.json": schema_text(kind, catalog) for kind in schema_kinds(catalog)
    }
    for path, text in schemas.items():  # made from the rules that are there, so what they were before is outdated
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    return [*made, *changed, *schemas]


def _write_all(made: Mapping[Path, str]) -> None:
    """Write new files; where one cannot be, take back those before it."""
    done: list[Path] = []
    folders: list[Path] = []
    try:
        for path, text in made.items():
            folders += [each for each in reversed((path.parent, *path.parent.parents)) if not each.exists()]
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
            done.append(path)
    except OSError as error:
        for path in done:
            path.unlink()
        for folder in reversed(folders):
            with suppress(OSError):
                folder.rmdir()
        reason = (error.strerror or str(error)).lower()
        raise RiskError(f"cannot write {printable(str(path))}: {reason}; nothing was written") from error


def _take_in(wish: Wish, project: Project) -> list[Path]:
    """Name files in the project's file that its patterns do not find; the project file if it changed."""
    missing: dict[str, Path] = {}
    if wish.variant not in project.variants.values():
        missing["variants"] = wish.variant
    if wish.kind == "rule" and wish.source and wish.source not in project.rules:
        missing["rules"] = wish.source
    if not missing:
        return []
    import tomlkit  # only a project with patterns of its own needs it

    document = tomlkit.parse(project.source.text)
    for key, path in missing.items():
        document.setdefault(key, tomlkit.array()).append(path.relative_to(project.folder).as_posix())
    write_whole(project.file, tomlkit.dumps(document))
    return [project.file]
