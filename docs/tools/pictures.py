"""The README's pictures: a part of the real report on a variant, light and dark.

`python docs/tools/pictures.py` takes them anew. It needs playwright, pillow and a Chromium.
"""

import io
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from riskcore.cli import main

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
COMMAND = ["run", "capitals", "--html"]
WIDTH = 900
COLOURS = 256  # half the size, and nobody sees it
FIRST, AFTER = "How games go", "Held by the later winner after 75"  # what is shown, and what comes after that
MARGIN = 12


def photograph(browser: Browser, report: Path, scheme: str) -> None:
    """The report from one title to another, as a reader sees it who likes pages light or dark."""
    page = browser.new_page(viewport={"width": WIDTH, "height": WIDTH}, color_scheme=scheme)
    page.goto(report.as_uri())
    top, bottom = (page.get_by_text(title).first.bounding_box()["y"] - MARGIN for title in (FIRST, AFTER))
    clip = {"x": 0, "y": top, "width": WIDTH, "height": bottom - top}
    taken = Image.open(io.BytesIO(page.screenshot(clip=clip, full_page=True)))
    taken.convert("RGB").quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1).save(
        PICTURES / f"report-{scheme}.png", optimize=True
    )


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder) / "report.html"
        done = CliRunner().invoke(main, [*COMMAND, str(report)], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        with playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"]) as browser:
            for scheme in ("light", "dark"):
                photograph(browser, report, scheme)
