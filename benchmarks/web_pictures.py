"""Look at the page at three sizes, in light and dark: takes pictures, and finds what a screen reader would trip over.

    python benchmarks/web_pictures.py FOLDER [axe.min.js]

axe-core comes with `npm install axe-core`; it is not part of riskvar.
"""

import asyncio
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import riskcore
from riskcore.web.server import listen, make_server
from riskcore.web.session import GameSession, new_session
from riskcore.web.store import GameStore

SIZES = ((390, 844), (1280, 800), (1920, 1080))
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run"]
AXE = "axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations)"


def prepared() -> GameSession:
    """A game in its second round, with the person about to attack."""
    session = new_session(riskcore.load_variant("classic-1959"), 11, ("you",), ("greedy",), 4)
    game = session.tree.game
    while game.phase != "attack" or game.to_move != 0 or game.state.round < 2:
        session.play(tuple(session.bots.decider(game, game.to_move or 0, "greedy")()))
    return session


def think_of_an_attack(page: Any) -> None:
    """Pick a source and point at a target."""
    for mark, event in (("legal", "click"), ("target", "pointerover")):
        page.locator(f"[data-{mark}]").first.dispatch_event(event)
    page.wait_for_timeout(400)


def main(folder: Path, axe: str) -> None:
    session = prepared()
    store = GameStore(Path(tempfile.mkdtemp()))
    store.add(session)
    listener = listen("127.0.0.1", 0)
    server = make_server(store, "127.0.0.1")
    threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True).start()
    violations = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=SWITCHES)
        for scheme in ("light", "dark"):
            for width, height in SIZES:
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                page.goto(f"http://127.0.0.1:{listener.getsockname()[1]}/#{session.host}")
                page.wait_for_selector("#ask h2")
                violations += check(page, axe, f"{width} {scheme}")
                think_of_an_attack(page)
                violations += check(page, axe, f"{width} {scheme}, with a source picked")
                picture = folder / f"play-{width}-{scheme}.jpg"
                page.screenshot(path=picture, type="jpeg", quality=72)
                for name in ("New game", "Set up", "Open"):
                    page.get_by_role("button", name=name, exact=True).click()
                    page.wait_for_timeout(900)
                    violations += check(page, axe, f"{width} {scheme}, {name}")
                    page.get_by_role("button", name="Close").click()
                page.locator("[data-target]").first.dispatch_event("click")
                page.get_by_text("Limits").click()
                violations += check(page, axe, f"{width} {scheme}, before an assault")
                for name in ("Rules", "Report", "Goals"):
                    page.get_by_role("tab", name=name).click()
                    page.wait_for_selector("#page :not(.todo)", timeout=90_000)
                    violations += check(page, axe, f"{width} {scheme}, {name}")
                page.locator("#slider").focus()
                page.keyboard.press("ArrowLeft")
                page.get_by_text("Looking back").wait_for()
                violations += check(page, axe, f"{width} {scheme}, looking back")
                page.close()
        browser.close()
    print(f"{violations} violations" if axe else "not checked: no axe-core given")


def check(page: Any, axe: str, where: str) -> int:
    """The violations of a page, told; 0 where there is nothing to check with."""
    if not axe:
        return 0
    page.evaluate(axe)
    found = page.evaluate(AXE)
    for each in found:
        print(f"{where}: {each['id']}: {each['help']}: {[node['html'][:150] for node in each['nodes'][:3]]}")
    return len(found)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(Path(given[0]), Path(given[1]).read_text(encoding="utf-8") if len(given) > 1 else "")
