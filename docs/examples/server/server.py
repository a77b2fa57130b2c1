"""A game over HTTP, with nothing but the standard library: `python server.py capitals 8000`.

`GET /view/2` is what player 2 may know, with the legal moves if that player decides; `POST /move/2` with
`["place", 3, 1]` makes a move. Moves are the plain lists that JSON has; whatever is wrong with one is told, and changes
nothing.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import islice
from typing import Any

from riskcore import Game, RiskError, load_variant

MOST_BYTES = 10_000
MOST_MOVES = 200  # that are listed; others are legal too


class Table(HTTPServer):
    """One game and those who ask about it."""

    def __init__(self, port: int, game: Game) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.game = game


class Handler(BaseHTTPRequestHandler):
    """Answers every request with JSON."""

    server: Table

    def do_GET(self) -> None:
        """What a player may know."""
        match self.path.split("/"):
            case ["", "view", seat] if self._is_seat(seat):
                view = self.server.game.view(int(seat))
                self._answer(200, {"view": view.to_dict(), "moves": list(islice(view.legal_moves, MOST_MOVES))})
            case _:
                self._answer(404, {"error": f"{self.path}: there is only /view/SEAT"})

    def do_POST(self) -> None:
        """A move; only the player who decides can make one."""
        game = self.server.game
        match self.path.split("/"):
            case ["", "move", seat] if self._is_seat(seat):
                if game.to_move != int(seat):
                    self._answer(409, {"error": f"player {seat} is not to move"})
                    return
                try:
                    events = game.push(self._move())
                except (RiskError, ValueError) as error:
                    self._answer(400, {"error": str(error)})
                else:
                    self._answer(200, {"events": [event.seen_by(int(seat)) for event in events]})
            case _:
                self._answer(404, {"error": f"{self.path}: there is only /move/SEAT"})

    def log_message(self, *args: Any) -> None:
        """Say nothing."""

    def _is_seat(self, text: str) -> bool:
        return text in map(str, range(self.server.game.players))

    def _move(self) -> Any:
        size = int(self.headers.get("Content-Length", 0))
        if size > MOST_BYTES:
            raise ValueError(f"{size} bytes are too many for a move")
        return json.loads(self.rfile.read(size))

    def _answer(self, status: int, answer: dict[str, Any]) -> None:
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    Table(int(sys.argv[2]), Game(load_variant(sys.argv[1]), players=3, seed=7)).serve_forever()
