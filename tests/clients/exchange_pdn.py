#!/usr/bin/env python3
"""Exchanges PDN files between the engine and pydraughts, in both directions.

exchange_pdn.py ENGINE [--games N]

For every variant that both know, pydraughts plays random games of 60 plies, writes
them and has `polydam pdn` check them; `polydam pdn --write` writes them anew, in
names and in numbers of squares, and pydraughts reads that and plays it through. N
games start from the beginning, some from positions with kings. Any move lost,
changed or refused fails the run.
"""
import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from draughts import Board, Move
from draughts.PDN import PDNReader, PDNWriter

VARIANTS = ["standard", "russian", "brazilian", "english", "italian", "turkish"]
PLIES = 60
# Where games start, besides the usual position: kings among men, and captures of
# which several go from one square to another. From a position in which Black begins,
# as he does in English draughts, pydraughts would drop White's first move.
STARTS = {
    "standard": [
        "W:W28,32,33,37,38,42,43,K3,K45:B8,9,13,14,18,22,23,K26,K47",
        "B:W21,27,28,30,34,36,37,38,40,41,43,45,46,49:B1,2,5,6,7,8,9,10,12,14,16,19,20,23,25,K44",
        "W:W22,K26:BK10,17,19,K31,K38,K43,K44",
    ],
    "russian": [
        "W:Wc1,e1,e3,g3,h2,Kb8,Kh6:Ba7,c5,d6,e7,f8,Kg1,Ka3",
        "B:WKb8,Kd8,Kf8,Kh8,Kf6,Kh6,c5,e5,c3,e3,Kg3,Kb2,h2,c1,Ke1,g1:BKa5",
        "W:WKa7:Bf8,e7,Kb6,Ka5,e5,Kc3,g3,Kc1",
    ],
    "brazilian": [
        "W:Wc1,e1,e3,g3,h2,Kb8,Kh6:Ba7,c5,d6,e7,f8,Kg1,Ka3",
        "B:WKb8,Kd8,Kf8,Kh8,Kf6,Kh6,c5,e5,c3,e3,Kg3,Kb2,h2,c1,Ke1,g1:BKa5",
    ],
    "english": [
        "W:W19,22,23,24,26,27,K6,K5:B7,9,10,11,15,K28,K29",
        "W:WK12,23,K26,32:B1,2,K6,K8,10,K11,17,18,19,20,21,22,K24",
    ],
    "italian": [
        "W:W19,22,23,24,26,27,K6,K5:B7,9,10,11,15,K28,K29",
        "B:W19,22,23,24,26,27,K6,K5:B7,9,10,11,15,K28,K29",
    ],
    "turkish": [
        "W:Wa3,c3,e4,f3,g2,Kd8,Kh7:Ba6,b5,c6,e6,g6,Kd1,Kh2",
        "B:WKc1,Kb2,a4,Kc4,c5,Kd6,Kg7:BKe1",
        "W:Wa2,c2,d2,e2,f2,h2,b3,d3,g3,Kc8:Be4,b6,d6,f6,g6,b7,c7,e7",
    ],
}
RESULTS = ["2-0", "1-1", "0-2", "1-0", "1/2-1/2", "0-1", "0-0", "*"]


def squares(text):
    """The squares of a move."""
    for sign in "x:":
        text = text.replace(sign, "-")
    return text.split("-")


def jumps_its_own(board, text):
    """Does a Turkish king slide through pieces? pydraughts lets it."""
    if board.variant != "turkish" or "x" in text:
        return False
    (x, y), (to_x, to_y) = [(ord(square[0]), int(square[1])) for square in squares(text)]
    step = ((to_x > x) - (to_x < x), (to_y > y) - (to_y < y))
    occupied = {piece[-2:] for side in board.fen.split(":")[1:] for piece in side.split(",")}
    x, y = x + step[0], y + step[1]
    while (x, y) != (to_x, to_y):
        if f"{chr(x)}{y}" in occupied:
            return True
        x, y = x + step[0], y + step[1]
    return False


def play(variant, fen, chance):
    """A random game."""
    board = Board(variant, fen) if fen else Board(variant)
    for _ in range(PLIES):
        moves = list(board.legal_moves())
        chance.shuffle(moves)
        # Only a move made for the position knows its name.
        named = (Move(board, board_move=move.board_move) for move in moves)
        move = next((move for move in named if not jumps_its_own(board, move.pdn_move)), None)
        if move is None:
            break
        board.push(move)
    return board


def find(board, text):
    """The legal move that a text names."""
    # The usual sign of a Russian capture is one that moves of pydraughts do not know.
    move = Move(board, pdn_move=text.replace(":", "x"))
    legal = [legal.board_move for legal in board.legal_moves()]
    assert move.board_move in legal, (board.variant, text, board.fen, legal)
    return move


def moves_of(game):
    """The moves of a game that pydraughts has read: where Black begins a game from a
    position it has his first move twice."""
    return game.moves[1:] if game.tags.get("FEN", "W").startswith("B") else game.moves


def positions(game, variant):
    """The positions of a game that pydraughts has read."""
    board = Board(variant, game.tags["FEN"]) if "FEN" in game.tags else Board(variant)
    yield board.fen
    for text in moves_of(game):
        board.push(find(board, text))
        yield board.fen


def pdn(engine, *arguments):
    """What `polydam pdn` prints, when it finds no fault."""
    run = subprocess.run([engine, "pdn", *arguments], capture_output=True, text=True)
    assert run.returncode == 0, (run.returncode, run.stderr)
    faults = [line for line in run.stderr.splitlines() if "warning:" not in line and not line.startswith("games=")]
    assert not faults, faults
    return run.stdout


def exchange(engine, variant, games, folder):
    chance = random.Random(f"{variant} {games}")
    file = folder / f"{variant}.pdn"
    played, long_captures = [], 0
    for number, fen in enumerate([None] * games + STARTS[variant]):
        board = play(variant, fen, chance)
        tags = {"Event": "exchange", "Round": number, "White": 'a "b" \\c', "Black": "Ольга"}
        if fen is None:
            tags["Result"] = RESULTS[number % len(RESULTS)]
        ending = RESULTS[number % len(RESULTS)]
        PDNWriter(str(file), board=board, tags=tags, game_ending=ending)
        played.append(board)
        long_captures += sum(len(squares(move.pdn_move)) > 2 for move in board.move_stack)
    plies = sum(len(board.move_stack) for board in played)
    checked = pdn(engine, str(file))
    assert checked.startswith(f"games={len(played)} bad=0 ") and f" plies={plies} " in checked, checked
    native = pdn(engine, "--write", str(file))
    read = PDNReader(pdn_text=native).games
    assert len(read) == len(played), (variant, len(read))
    for board, game in zip(played, read):
        assert game.variant == variant, (variant, game.variant)
        seen = list(positions(game, variant))
        assert len(seen) == 1 + len(board.move_stack), (variant, len(seen), len(board.move_stack))
        assert seen[-1] == board.fen, (variant, seen[-1], board.fen)
    for style in ("--numeric", "--algebraic"):
        again = folder / f"{variant}{style}.pdn"
        again.write_text(pdn(engine, "--write", style, str(file)))
        assert [len(moves_of(game)) for game in PDNReader(filename=str(again)).games] == [
            len(board.move_stack) for board in played
        ], (variant, style)
        assert pdn(engine, "--write", str(again)) == native, (variant, style)
    print(f"{variant:<10} {len(played)} games, {plies} plies, {long_captures} moves named square by square")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for variant in VARIANTS:
            exchange(options.engine, variant, options.games, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
