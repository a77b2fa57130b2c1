"""Whether an hour of bot games in the page makes page or server grow: as many moves as an hour at the usual pace has,
played at once, game after game in one tab.

    python benchmarks/web_memory.py [moves]
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run"]
HOUR = 10_300  # moves at 0.35 seconds each
COMMAND = [sys.executable, "-c", "from riskcore.cli import main; main()", "play", "classic-1959", "--no-browser"]
TABLE = ["--seats", "greedy", "--bots", "greedy", "--players", "4", "--seed", "1", "--port", "0"]


def server_megabytes(process: int) -> float:
    """The memory of the server now."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def page_megabytes(page: Any) -> float:
    """The memory of the page now, without what nobody needs any more."""
    tools = page.context.new_cdp_session(page)
    tools.send("HeapProfiler.collectGarbage")
    return float(tools.send("Runtime.getHeapUsage")["usedSize"]) / 2**20


def play_on(page: Any) -> int:
    """A game to its end; how many moves it had."""
    page.wait_for_selector("#ask h2")
    page.get_by_label("Pace of the bots").select_option("0")
    page.wait_for_selector("#ask .over", timeout=300_000)
    return int(page.locator("#slider").get_attribute("max"))


def another(page: Any, seed: int) -> None:
    """Begin the next game where the last one was."""
    before = page.url
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Start").click()
    while page.url == before or page.locator("#ask .over").count():  # until the page is loaded anew
        page.wait_for_timeout(200)


def main(moves: int) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen([*COMMAND, *TABLE, "--games", folder], stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=SWITCHES)
        page = browser.new_page()
        assert server.stdout is not None
        page.goto(re.findall(r"http\S+", server.stdout.readline())[0])
        played = games = 0
        while played < moves:
            played += play_on(page)
            games += 1
            heap, rss = page_megabytes(page), server_megabytes(server.pid)
            print(f"game {games}, {played} moves in all: page {heap:.1f} MB, server {rss:.0f} MB", flush=True)
            another(page, games + 1)
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else HOUR)
