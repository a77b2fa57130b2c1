"""The documentation as a site: built without a warning, with a search, and asking nothing of any other machine."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import riskcore
import riskcore.lab

PROJECT = Path(riskcore.__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def test_it_has_every_page_and_its_index_is_the_readme(site: Path) -> None:
    pages = {page.stem for page in (PROJECT / "docs").glob("*.md")} | {"index", "contributing", "changelog"}
    assert sorted(pages - {page.stem for page in site.glob("*.html")}) == []
    assert '<a href="tutorial.html">Tutorial</a>' in read(site / "index.html")


def test_every_page_can_be_found_by_its_words(site: Path) -> None:
    entries = json.loads(read(site / "search" / "search_index.json"))["docs"]
    found = {entry["location"].partition("#")[0] for entry in entries}
    assert sorted({page.name for page in site.glob("*.html")} - found - {"404.html", "index.html"}) == []
    assert any("reinforcement" in entry["text"] for entry in entries)


def test_a_reader_loads_nothing_from_elsewhere(site: Path) -> None:
    for page in site.glob("*.html"):
        loaded = re.findall(
            r"<(?:script|img|iframe|link|source)\b[^>]*?(?:src|srcset|href)=\"(https?:[^\"]+)", read(page)
        )
        assert loaded == [], page.name
    for style in site.rglob("*.css"):
        assert re.findall(r"url\([\"']?https?:", read(style)) == [], style.name


def test_the_readmes_pictures_are_there_and_small(site: Path) -> None:
    shown = re.findall(r"<(?:img|source)\b[^>]* src(?:set)?=\"([^\"]+)\"", read(PROJECT / "README.md"))
    assert [Path(each).stem for each in shown] == ["report-dark", "report-light"]
    assert [each for each in shown if (PROJECT / each).stat().st_size >= 150_000] == []
    index = read(site / "index.html")
    assert [each for each in shown if f'="{each.removeprefix("docs/")}"' not in index] == []
    assert [each for each in shown if not (site / each.removeprefix("docs/")).is_file()] == []


@pytest.mark.parametrize("module", [riskcore, riskcore.lab], ids=["riskcore", "riskcore.lab"])
def test_the_reference_has_everything_that_is_exported(site: Path, module: ModuleType) -> None:
    page = read(site / "reference.html")
    assert [name for name in module.__all__ if f'id="{module.__name__}.{name}"' not in page] == []


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")
