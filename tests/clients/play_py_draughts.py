#!/usr/bin/env python3
"""Drives the engine with py-draughts through whole 10x10 games.

play_py_draughts.py ENGINE

py-draughts waits with select() on a buffered pipe: lines that come together are
lost on it until the next one comes. Short searches, whose lines come fastest, are
therefore played as well as a fixed time per move. It judges every move itself.
"""
import argparse
import sys
import time

from draughts import StandardBoard
from draughts.engines.hub import HubEngine

MOVE_TIME = 0.05
MARGIN = 0.015
MAX_PLIES = 160


class TimedEngine(HubEngine):
    """Times the engine from `go` to `done`."""

    def _send(self, command):
        super()._send(command)
        if command.startswith("go "):
            self.asked = time.perf_counter()

    def _read_search_result(self):
        result = super()._read_search_result()
        self.took = time.perf_counter() - self.asked
        return result


def game(engine):
    """Plays a game to its end. Returns plies and the slowest move in seconds."""
    board, slowest, plies = StandardBoard(), 0.0, 0
    while not board.game_over and plies < MAX_PLIES:
        board.push(engine.get_best_move(board))
        slowest = max(slowest, engine.took)
        plies += 1
    return plies, slowest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    args = parser.parse_args()
    for _ in range(2):  # a machine busy for a moment gets a second chance
        with TimedEngine(args.engine, time_limit=MOVE_TIME) as engine:
            plies, slowest = game(engine)
            print(f"move time: {plies:3} plies, slowest move {slowest * 1000:.1f} ms")
            assert engine.ping(), "no pong"
        if slowest <= MOVE_TIME + MARGIN:
            break
    assert slowest <= MOVE_TIME + MARGIN, "a late move"
    for depth in (1, 2, 6):
        with TimedEngine(args.engine, depth_limit=depth) as engine:
            plies, slowest = game(engine)
            print(f"depth {depth}: {plies:3} plies, slowest move {slowest * 1000:.1f} ms")
            assert slowest < 1.0, "an answer got stuck"
    for _ in range(10):
        with TimedEngine(args.engine, depth_limit=1) as engine:
            engine.new_game()
    print("ok")


if __name__ == "__main__":
    sys.exit(main())
