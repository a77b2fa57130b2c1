"""The page's modules agree with the types that their comments tell."""

import shutil
import subprocess
from pathlib import Path

import pytest

import riskcore

STATIC = Path(riskcore.__file__).parent / "web" / "static"
OPTIONS = "--noEmit --allowJs --checkJs --strict --target es2023 --module esnext --moduleResolution bundler"


def test_typescript_accepts_every_module() -> None:
    tsc = shutil.which("tsc")
    if tsc is None:
        pytest.skip("tsc is not there: npm install --global typescript")
    libraries = ["--lib", "es2023,dom,dom.iterable"]
    files = sorted(map(str, STATIC.glob("*.js")))
    said = subprocess.run([tsc, *OPTIONS.split(), *libraries, *files], capture_output=True, text=True, timeout=120)
    assert (said.stdout, said.returncode) == ("", 0)
