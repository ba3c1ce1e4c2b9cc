"use strict";
// Added to a report by the test: opens every game, goes through it by the keys,
// and writes down the position after every move and whatever is not as it should
// be.
window.addEventListener("load", async () => {
  const games = [];
  const faults = [];
  const check = (right, what) => right || faults.push(what);
  const one = (selector) => document.querySelector(selector);
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const settle = (time = 20) => new Promise((done) => setTimeout(done, time));
  const ply = () => Number(one(".stage").dataset.ply);

  for (const entry of document.querySelectorAll("nav a")) {
    entry.click();
    await settle();
    const number = entry.dataset.game;
    const article = one("article.open");
    check(article.dataset.game === number, `game ${number} did not open`);
    press("Home");
    const positions = [];
    for (let before = -1; before !== ply(); press("ArrowRight")) {
      before = ply();
      positions.push(one(".fen").textContent);
      const pieces = document.querySelectorAll(".stage use[href^='#piece-']").length;
      const listed = one(".fen").textContent.split(/[:,]/).filter((square) => /[0-9]/.test(square)).length;
      check(pieces === listed, `game ${number}: ${pieces} pieces drawn, ${listed} listed`);
      if (positions.length > 400) break;
    }
    const last = positions.length - 1;
    games.push({ game: Number(number), positions, title: one(".stage title").textContent });
    check(one(".stage title").textContent === positions[last], `game ${number}: the title is no FEN`);
    check(ply() === last && document.querySelectorAll("article.open .moves a").length === last, `game ${number}: moves`);

    const moves = [...document.querySelectorAll("article.open .moves a")];
    moves[6].click();
    check(ply() === 7, `game ${number}: a click on move 7 leads to ${ply()}`);
    check(moves[6].getAttribute("aria-current") === "step", `game ${number}: move 7 is not shown as current`);
    await settle(400);
    check(location.hash === `#game=${number}&ply=7`, `game ${number}: address ${location.hash}`);
    press("ArrowLeft");
    check(ply() === 6, `game ${number}: back leads to ${ply()}`);
    one("button[aria-label=End]").click();
    check(ply() === last, `game ${number}: the button leads to ${ply()}`);

    const curve = one("article.open .curve");
    const box = curve.getBoundingClientRect();
    const middle = box.left + (box.width * (34 + (632 - 34) / 2)) / 640;
    curve.dispatchEvent(new MouseEvent("click", { clientX: middle, clientY: box.top + 5, bubbles: true }));
    check(Math.abs(ply() - last / 2) <= 1, `game ${number}: the middle of the curve is ${ply()} of ${last}`);
    check(curve.querySelector("polyline").points.numberOfItems === last + 1, `game ${number}: points of the curve`);

    press("Home");
    const marked = moves.filter((move) => move.dataset.loss);
    check(document.querySelectorAll("article.open figure .board").length === marked.length, `game ${number}: boards`);
    for (const move of marked) {
      press("m");
      check(move.getAttribute("aria-current") === "step", `game ${number}: ${move.textContent} was passed over`);
    }
    for (const [index, link] of document.querySelectorAll("article.open figcaption a").entries()) {
      link.click();
      check(ply() === moves.indexOf(marked[index]) + 1, `game ${number}: mistake ${index + 1} leads to ${ply()}`);
    }
  }
  location.hash = "#game=3&ply=9";
  await settle();
  check(one("article.open").dataset.game === "3" && ply() === 9, "an address leads elsewhere");
  const result = document.createElement("pre");
  result.id = "driven";
  result.textContent = JSON.stringify({ games, faults, harmed: document.body.dataset.harm || null });
  document.body.append(result);
});
