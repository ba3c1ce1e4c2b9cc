#!/usr/bin/env python3
"""Plays whole 10x10 games over DamExchange with pydraughts' own DXP client.

play_dxp.py ENGINE

The engine listens; pydraughts asks for the games, once for each colour, plays its
side at random, judges every move of the engine by its own rules, and takes moves
back once in each game.
"""
import argparse
import random
import re
import subprocess
import sys
import threading
import time

import draughts
from draughts.engine import DXPEngine

PATIENCE = 60


class PatientEngine(DXPEngine):
    """The client as it is, but it sleeps where that one turns in circles, and it
    does not wait for ever."""

    def _wait(self, ready):
        deadline = time.monotonic() + PATIENCE
        while not ready():
            assert time.monotonic() < deadline, "the engine says nothing"
            time.sleep(0.001)

    def _recv_accept(self):
        self._wait(lambda: self.receiver.accepted is not None)
        return super()._recv_accept()

    def _recv_backreq(self):
        self._wait(lambda: self.receiver.backreq_accepted is not None)
        return super()._recv_backreq()

    def _recv_move(self):
        # pydraughts does not notice that the engine has ended the game.
        self._wait(lambda: self.receiver.last_move_changed or not self.sender.current.started)
        return super()._recv_move() if self.receiver.last_move_changed else None


class Listener:
    """A listening engine, and what it tells."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [command, "dxp", "--listen", "127.0.0.1:0", "--once", "--nodes", "2000", "--hash", "4"],
            stdout=subprocess.PIPE, text=True)
        first = self.process.stdout.readline()
        self.port = re.fullmatch(r"listening address=127\.0\.0\.1:(\d+)", first.strip()).group(1)
        self.lines = []
        self.thread = threading.Thread(target=lambda: self.lines.extend(self.process.stdout))
        self.thread.start()

    def end(self):
        code = self.process.wait(PATIENCE)
        self.thread.join(PATIENCE)
        self.process.stdout.close()
        return code


def take_back(engine, board, engine_white):
    """Takes back to where the engine has to move: it does so again."""
    number = (len(board.move_stack) + 1) // 2
    color = draughts.WHITE if engine_white else draughts.BLACK
    accepted, restored, answer = engine.takeback(number, color)
    assert accepted, "the engine takes nothing back"
    # pydraughts thinks that the engine has the colour that began.
    move = answer.move or engine._recv_move()
    if len(restored.move_stack) == 2 * number - (1 if engine_white else 0):
        restored.pop()  # the move came before the copy was made
    assert len(restored.move_stack) == 2 * (number - 1) + (0 if engine_white else 1)
    restored.push(move)
    return restored


def game(command, engine_white, dice):
    """One game. Returns the board at its end and the engine's own account."""
    listener = Listener(command)
    engine = PatientEngine(options={"engine-opened": True, "port": listener.port})
    board = draughts.Board()
    try:
        if not engine_white:
            board.push(dice.choice(board.legal_moves()))
        while (move := engine.play(board).move) is not None:
            board.push(move)
            if len(board.move_stack) in (20, 21):
                board = take_back(engine, board, engine_white)
            if board.is_over():
                break
            board.push(dice.choice(board.legal_moves()))
        engine.quit()
        assert listener.end() == 0, "the engine did not end well"
    finally:
        listener.process.kill()
        engine.sender.socket.close()
    return board, listener.lines


def check(board, lines, engine_white):
    """Both have seen the same moves and the same result."""
    moves = []
    for line in lines:
        kind, _, rest = line.partition(" ")
        fields = dict(re.findall(r"(\S+)=(\S+)", rest))
        if kind == "move":
            moves.append(fields["move"])
        elif kind == "back":
            del moves[int(fields["ply"]):]
        elif kind == "game":
            end = fields
    assert moves == [move.hub_move for move in board.move_stack], "other moves"
    result = {draughts.WHITE: "2-0", draughts.BLACK: "0-2", 0: "1-1"}[board.winner()]
    assert end["result"] == result, (end, result)
    assert any(line.startswith("back ") for line in lines), "nothing was taken back"
    return end


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    args = parser.parse_args()
    dice = random.Random(1)
    for engine_white in (True, False):
        board, lines = game(args.engine, engine_white, dice)
        end = check(board, lines, engine_white)
        print(f"engine {'white' if engine_white else 'black'}: {end['plies']} plies, "
              f"{end['result']} {end['reason']}", flush=True)
    print("ok")


if __name__ == "__main__":
    sys.exit(main())
