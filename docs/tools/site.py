"""What the site adds to the pages of this folder: those of the project's own folder, which readers also find there."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

__all__ = ["on_files", "on_page_markdown"]

PROJECT = Path(__file__).resolve().parents[2]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "license.md",
}


def on_files(files: Files, config: Any) -> Files:
    """Take in the pages from outside."""
    for source, page in PAGES.items():
        text = (PROJECT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Let links and pictures lead to where they are on the site, where all pages lie in one folder."""
    linked = re.sub(r"\]\((?:\.\./)?([^)#:]+)(#[^)]*)?\)", _link, markdown)
    return re.sub(r'(<(?:img|source)\b[^>]* src(?:set)?=")docs/', r"\1", linked)


def _link(found: re.Match[str]) -> str:
    target, anchor = found.groups()
    return f"]({PAGES.get(target, target.removeprefix('docs/'))}{anchor or ''})"
