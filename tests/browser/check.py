"""Opens reports in headless Chromium and compares what they show with the JSON
of the same games."""

import html
import json
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "link", "input", "br", "img"}
HOSTILE = """</noscript><img src=x onerror='document.body.dataset.harm=1'><script>document.body.dataset.harm=2</script>"""


class Balance(HTMLParser):
    """The page as a browser without scripts reads it: every element is closed."""

    def __init__(self):
        super().__init__()
        self.open, self.boards, self.curves, self.moves = [], 0, 0, 0

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.boards += attributes.get("class") == "board"
        self.curves += attributes.get("class") == "curve"
        self.moves += "data-move" in attributes
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"{tag} is closed out of order at {self.getpos()}"


def analyse(polydam, games, *more):
    command = [polydam, "analyse", str(games), "--nodes", "500", "--hash", "1", *more]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def open_in_browser(page, fragment=""):
    """The document after its scripts have run. Nothing may be said on the console."""
    with tempfile.TemporaryDirectory() as profile:
        command = [
            "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", f"--user-data-dir={profile}", "--window-size=1400,1000",
            "--enable-logging=stderr", "--virtual-time-budget=60000", "--dump-dom", page.as_uri() + fragment,
        ]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    assert not said, "\n".join(said)
    return done.stdout


def driven(report, script):
    page = report.with_suffix(".driven.html")
    page.write_text(report.read_text().replace("</main>", f"</main><script>{script}</script>"))
    document = open_in_browser(page)
    found = re.search(r'<pre id="driven">(.*?)</pre>', document, re.DOTALL)
    assert found, "the script has not come to its end"
    return json.loads(html.unescape(found[1]))


def check_games(polydam, games, script, folder):
    report = folder / "report.html"
    lines = [json.loads(line) for line in analyse(polydam, games, "--json", "--html", str(report)).splitlines()]
    balance = Balance()
    balance.feed(report.read_text())
    assert balance.open == [], balance.open
    moves = [move for line in lines for move in line["moves"]]
    assert (balance.curves, balance.moves) == (len(lines), len(moves))
    assert balance.boards == sum(move["mark"] is not None for move in moves) > 10
    result = driven(report, script)
    assert result["faults"] == [], result["faults"]
    assert len(result["games"]) == len(lines)
    for line, shown in zip(lines, result["games"]):
        expected = [move["fen"] for move in line["moves"]] + [line["end"]["fen"]]
        assert shown["positions"] == expected, f"game {line['game']} ({line['variant']})"
    variants = sorted({line["variant"] for line in lines})
    print(f"{len(lines)} games, {len(moves)} moves, {balance.boards} mistakes: {' '.join(variants)}")

    document = open_in_browser(report, "#game=7&ply=7")
    fen = lines[6]["moves"][7]["fen"]
    assert f'<p class="fen">{fen}</p>' in document and 'data-ply="7"' in document
    print("an address opens a game at a move")


def check_hostile(polydam, games, script, folder):
    hostile, report = folder / "hostile.pdn", folder / "hostile.html"
    hostile.write_text(re.sub(r'^\[(White|Black|Event) "[^"]*"\]', rf'[\1 "{HOSTILE}"]', games.read_text(), flags=re.M))
    # Ukrainian games share their tag with Russian ones.
    analyse(polydam, hostile, "--variant", "ukrainian", "--html", str(report))
    assert 'data-board="ukrainian"' in report.read_text()
    result = driven(report, script)
    assert result["faults"] == [] and result["harmed"] is None, result
    print("tags with scripts in them do nothing")


def main():
    polydam, games, script = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]).read_text()
    with tempfile.TemporaryDirectory() as folder:
        check_games(polydam, games, script, Path(folder))
        check_hostile(polydam, games, script, Path(folder))


main()
