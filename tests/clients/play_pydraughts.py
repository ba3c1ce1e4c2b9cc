#!/usr/bin/env python3
"""Drives the engine with pydraughts through whole games, as its users would.

play_pydraughts.py ENGINE [--games N] [--variants a,b,..]

Every variant that pydraughts and polydam share is played against itself at a
fixed time per move, with a clock and increment, and with pondering. pydraughts
judges every move: an illegal one, or an illegal expected reply, raises.
Anything logged as unexpected, any late move and any lost clock fails the run.
"""
import argparse
import logging
import sys
import threading
import time

import draughts
from draughts.engine import HubEngine, Limit

VARIANTS = ["standard", "russian", "brazilian", "english", "italian", "turkish"]
MOVE_TIME = 0.05
CLOCK, INCREMENT = 2.0, 0.05
# What the client itself needs: its pipes and its Python.
MARGIN = 0.015
MAX_PLIES = 160


class Complaints(logging.Handler):
    """Counts what pydraughts did not expect."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


class TimedEngine(HubEngine):
    """Times the engine from `go` to `done`; what pydraughts then does with the
    answer takes longer than the search and is not the engine's affair."""

    def send(self, line):
        super().send(line)
        if line.startswith("go ") or line == "ponder-hit":
            self.asked = time.perf_counter()

    def recv(self):
        line = super().recv()
        if line.startswith("done"):
            self.took = time.perf_counter() - self.asked
        return line

    def leave(self):
        self.quit()
        assert self.p.wait(5) == 0, "the engine did not end well"
        self.p.stdin.close()
        self.p.stdout.close()


def start(command, variant):
    engine = TimedEngine(command)
    assert variant in ("standard",) or variant in engine.variants, (variant, engine.variants)
    engine.configure({"variant": variant, "dialect": "pydraughts", "hash": "16"})
    engine.init()
    return engine


def over(board):
    return board.is_over() or len(board.move_stack) >= MAX_PLIES


def at_move_time(command, variant):
    """One game at a fixed time for each move. Returns plies and the slowest move."""
    engine, board, slowest = start(command, variant), draughts.Board(variant=variant), 0.0
    while not over(board):
        result = engine.play(board, Limit(movetime=MOVE_TIME), ponder=False)
        slowest = max(slowest, engine.took)
        assert {"depth", "score", "nodes", "pv"} <= set(result.info), result.info
        board.push(result.move)
    engine.leave()
    return len(board.move_stack), slowest


def on_a_clock(command, variant):
    """One game on two clocks with increment. Returns plies and the least time left."""
    engines = [start(command, variant), start(command, variant)]
    board, clocks, least = draughts.Board(variant=variant), [CLOCK, CLOCK], CLOCK
    while not over(board):
        turn = len(board.move_stack) % 2
        result = engines[turn].play(board, Limit(time=clocks[turn], inc=INCREMENT), ponder=False)
        clocks[turn] -= engines[turn].took
        least = min(least, clocks[turn])
        assert clocks[turn] > 0, f"{variant}: lost on time at ply {len(board.move_stack)}"
        clocks[turn] += INCREMENT
        board.push(result.move)
    for engine in engines:
        engine.leave()
    return len(board.move_stack), least


def pondering(command, variant, plies=32):
    """Some moves of one engine that thinks on its opponent's time, with hits and misses."""
    engine, board, hits, misses = start(command, variant), draughts.Board(variant=variant), 0, 0
    expected = None
    while not over(board) and len(board.move_stack) < plies:
        result = engine.play(board, Limit(movetime=MOVE_TIME), ponder=False)
        board.push(result.move)
        if over(board):
            break
        expected = result.ponder
        # Every other reply is another one than expected, when there is another.
        legal = board.legal_moves()
        reply = expected or legal[0]
        if hits > misses:
            reply = next((m for m in legal if not expected or m.hub_move != expected.hub_move), reply)
        if not expected:
            board.push(reply)
            continue
        ahead = board.copy()
        ahead.push(expected)
        if ahead.is_over():
            board.push(reply)
            continue
        answers = []
        thread = threading.Thread(
            target=lambda: answers.append(engine.play(ahead, Limit(movetime=MOVE_TIME), ponder=True)))
        thread.start()
        time.sleep(0.02)
        hit = reply.hub_move == expected.hub_move
        begin = time.perf_counter()
        engine.ponderhit() if hit else engine.stop()
        thread.join(5)
        assert not thread.is_alive() and len(answers) == 1, "no answer to ponder-hit or stop"
        late = engine.took - MOVE_TIME if hit else time.perf_counter() - begin - 0.05
        assert late < 0.1, f"{variant}: {late:.3f} s late after {'ponder-hit' if hit else 'stop'}"
        hits, misses = hits + hit, misses + (not hit)
        board.push(reply)
        if hit and not over(board):
            board.push(answers[0].move)
            if not over(board):
                board.push(board.legal_moves()[0])
    engine.leave()
    return hits, misses


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--variants", default=",".join(VARIANTS))
    args = parser.parse_args()
    complaints = Complaints()
    logging.getLogger("pydraughts").addHandler(complaints)
    failures = 0
    for variant in args.variants.split(","):
        for _ in range(args.games):
            for _ in range(2):  # a machine busy for a moment gets a second chance
                plies, slowest = at_move_time(args.engine, variant)
                late = slowest > MOVE_TIME + MARGIN
                print(f"{variant:10} move time: {plies:3} plies, slowest move {slowest * 1000:.1f} ms"
                      + (" LATE" if late else ""), flush=True)
                if not late:
                    break
            failures += late
            plies, least = on_a_clock(args.engine, variant)
            print(f"{variant:10} clock: {plies:3} plies, never less than {least:.2f} s left", flush=True)
            hits, misses = pondering(args.engine, variant)
            print(f"{variant:10} ponder: {hits} hits, {misses} misses", flush=True)
            assert hits and misses, "the ponder game tested nothing"
    for line in complaints.lines:
        print("unexpected by pydraughts:", line)
    failures += len(complaints.lines)
    print("ok" if not failures else f"{failures} failures")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
