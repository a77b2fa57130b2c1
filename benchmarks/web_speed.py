"""How quick the page is: first paint, and from a click to its drawn result, on 42 and on 500 territories.

python benchmarks/web_speed.py
"""

import asyncio
import statistics
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import riskcore
from riskcore.web.server import listen, make_server
from riskcore.web.session import new_session
from riskcore.web.store import GameStore

SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run"]
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# From a click to the second frame after the page has shown what it led to
CLICK = """([selector, condition]) => new Promise((done) => {
  const shown = () => condition === "picked"
    ? document.querySelector("[data-picked]")
    : document.querySelector("#slider").getAttribute("aria-valuetext") !== before;
  const before = document.querySelector("#slider").getAttribute("aria-valuetext");
  const start = performance.now();
  const end = () => done(performance.now() - start);
  const look = () => requestAnimationFrame(shown() ? end : look);
  document.querySelector(selector).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  look();
})"""
COLUMNS, ROWS = 25, 20


def grid(folder: Path) -> Path:
    """A variant on a board of 500 territories without any coordinates but places."""
    names = [[f"T{row}-{column}" for column in range(COLUMNS)] for row in range(ROWS)]
    lines = ['name = "Grid"', "[continents]", *(f'"C{row}" = {{ bonus = 3 }}' for row in range(ROWS))]
    for row in range(ROWS):
        for column in range(COLUMNS):
            ways = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
            near = [names[r][c] for r, c in ways if 0 <= r < ROWS and 0 <= c < COLUMNS]
            lines += [f'[territories."{names[row][column]}"]', f'continent = "C{row}"', 'insignia = "infantry"']
            lines += [f"borders = {near}".replace("'", '"'), f"at = [{40 * column + 20}, {28 * row + 14}]"]
    (folder / "grid.toml").write_text("\n".join(lines), encoding="utf-8")
    variant = folder / "large.toml"
    variant.write_text('name = "Large"\nextends = "classic-1959"\nboard = "grid.toml"\n', encoding="utf-8")
    return variant


def measure(browser: Any, source: Any, name: str) -> None:
    session = new_session(riskcore.load_variant(source), 1, ("you", "you"), (), 2)
    game = session.tree.game
    while game.phase == "place" and game.state.turn == 0:
        session.play(tuple(next(iter(game.legal_moves))))
    store = GameStore(Path(tempfile.mkdtemp()))
    store.add(session)
    listener = listen("127.0.0.1", 0)
    server = make_server(store, "127.0.0.1")
    threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True).start()
    paints, picks, moves = [], [], []
    start = session.tree.here
    for _ in range(5):
        session.tree.go(start)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"http://127.0.0.1:{listener.getsockname()[1]}/#{session.host}")
        page.wait_for_selector("#ask h2")
        page.wait_for_timeout(200)
        paints.append(page.evaluate(PAINT))
        picks.append(page.evaluate(CLICK, ["[data-legal]", "picked"]))
        moves.append(page.evaluate(CLICK, ["#ask .move", "moved"]))
        page.close()
    shown = [f"{statistics.median(values):.0f} ms (most {max(values):.0f})" for values in (paints, picks, moves)]
    print(f"{name}: first paint {shown[0]}, click to pick {shown[1]}, click to move made {shown[2]}")


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=SWITCHES)
        measure(browser, "classic-1959", "42 territories")
        measure(browser, grid(Path(folder)), "500 territories")
        browser.close()


if __name__ == "__main__":
    main()
