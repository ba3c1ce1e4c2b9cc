"use strict";
// Opens one game at a time and steps through it. The page is complete without
// this: all it does is to bring forward what stands in the page already, and to
// draw boards with the parts at its top.
(() => {
  let shapes;
  let namespace;
  // The open game, and the number of plies that have been played on its board.
  let game = null;
  let ply = 0;
  let address;

  const put = (element, attributes, children) => {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const html = (name, attributes = {}, ...children) => put(document.createElement(name), attributes, children);
  const svg = (name, attributes = {}, ...children) =>
    put(document.createElementNS(namespace, name), attributes, children);

  // ---- moves and positions

  // A move: the squares touched, behind a colon those taken, K if it crowns.
  const decode = (text) => {
    const [way, taken = ""] = text.replace("K", "").split(":");
    const squares = (list, sign) => list.split(sign).filter(Boolean).map((number) => number - 1);
    return { way: squares(way, "-"), taken: squares(taken, ","), crowned: text.endsWith("K") };
  };

  // A position is the side to move and a character for each square, as in Hub.
  const play = ({ side, board }, { way, taken, crowned }) => {
    const next = [...board];
    const piece = next[way[0]];
    for (const square of [way[0], ...taken]) next[square] = "e";
    next[way[way.length - 1]] = crowned ? piece.toUpperCase() : piece;
    return { side: side === "W" ? "B" : "W", board: next };
  };

  const fen = ({ side, board }, { numbers }) => {
    const list = (letter) =>
      board
        .map((piece, square) => ({ piece, number: numbers[square] }))
        .filter(({ piece }) => piece.toLowerCase() === letter)
        .sort((one, other) => one.number - other.number)
        .map(({ piece, number }) => (piece === letter ? "" : "K") + number)
        .join(",");
    return `${side}:W${list("w")}:B${list("b")}`;
  };

  // Scrolls a list, and nothing else, to one of its links.
  const middle = (list, link) => {
    list.scrollTop = link ? link.offsetTop - list.clientHeight / 2 : 0;
  };

  // ---- the board

  const arrow = (role, way, { centres }) =>
    svg("polyline", {
      class: `way ${role}`,
      points: way.map((square) => centres[square].join(",")).join(" "),
      "marker-end": `url(#head-${role})`,
    });

  const drawBoard = (name, position, last, best) => {
    const shape = shapes[name];
    const stamp = (id) => (square) => {
      const [x, y] = shape.centres[square];
      return svg("use", { href: `#${id}`, x, y });
    };
    const title = svg("title", {}, fen(position, shape));
    const board = svg(
      "svg",
      { class: "board", viewBox: `0 0 ${shape.size.join(" ")}`, role: "img" },
      title,
      svg("use", { href: `#board-${name}` }),
    );
    if (last) {
      board.append(...[last.way[0], last.way[last.way.length - 1]].map(stamp("lit")));
      board.append(...last.taken.map(stamp("taken")), arrow("last", last.way, shape));
    }
    position.board.forEach((piece, square) => {
      if (piece !== "e") board.append(stamp(`piece-${piece}`)(square));
    });
    if (best) board.append(arrow("better", best.way, shape));
    return board;
  };

  // ---- an open game

  const button = (label, text, key, act) => {
    const element = html("button", { type: "button", "aria-label": label, title: `${label} (${key})` }, text);
    element.addEventListener("click", act);
    return element;
  };

  // Makes what stands behind a heading part of the page.
  const open = (article) => {
    if (game) {
      game.article.classList.remove("open");
      game.body.remove();
    }
    const source = html("div");
    source.innerHTML = article.querySelector("noscript").textContent;
    const part = (name) => source.querySelector(name);
    const links = [...source.querySelectorAll(".moves a")];
    const start = article.dataset.start;
    const positions = [{ side: start[0], board: [...start.slice(1)] }];
    const moves = links.map((link) => decode(link.dataset.move));
    for (const move of moves) positions.push(play(positions[positions.length - 1], move));
    // A figure keeps no name of its own here: the page would jump to it.
    for (const figure of source.querySelectorAll("figure")) figure.removeAttribute("id");

    const hint = html("input", { type: "checkbox", checked: "" });
    hint.addEventListener("change", () => show(ply));
    const buttons = [
      button("Start", "«", "Home", () => show(0)),
      button("Back", "‹", "←", () => show(ply - 1)),
      button("Forward", "›", "→", () => show(ply + 1)),
      button("End", "»", "End", () => show(moves.length)),
      button("Next mistake", "Next mistake", "m", () => show(nextMistake())),
    ];
    const stage = html("div", { class: "stage" });
    const said = html("div", { class: "said", "aria-live": "polite" });
    const line = html("p", { class: "fen" });
    const controls = html("div", { class: "buttons" }, ...buttons, html("label", {}, hint, "best move"));
    const left = html("div", {}, stage, controls, line);
    const right = html("div", {}, part(".curve"), said, part(".moves"), part(".summary"));
    const mistakes = part(".mistakes") || "";
    const body = html("div", { class: "body" }, html("div", { class: "play" }, left, right), mistakes);
    article.append(body);
    article.classList.add("open");
    game = { article, body, links, moves, positions, hint, buttons, stage, said, line };
    body.querySelector(".curve").addEventListener("click", jump);
    body.addEventListener("click", follow);
    for (const link of document.querySelectorAll("nav a")) {
      const current = link.dataset.game === article.dataset.game;
      link.toggleAttribute("aria-current", current);
      if (current) middle(link.closest("ol"), link);
    }
    document.title = article.querySelector("h2").textContent;
  };

  const nextMistake = () => {
    const behind = game.links.findIndex((link, index) => index >= ply && link.dataset.loss);
    return behind < 0 ? ply : behind + 1;
  };

  // What there is to say of the move that has led here.
  const words = (link) => {
    if (!link) {
      const first = game.links[0];
      return [html("p", {}, "The start of the game.", first ? ` Evaluation ${first.dataset.before}.` : "")];
    }
    const { eval: value, before, best, line, depth, loss } = link.dataset;
    const number = link.closest("li").value;
    const mark = link.querySelector("b");
    const praise = "forced" in link.dataset ? ", the only move" : best ? "" : ", best";
    const verdict = mark
      ? html("b", { class: link.classList[0] }, ` ${mark.textContent} ${mark.title}, loses ${loss}`)
      : praise;
    const said = [html("p", {}, html("b", {}, `${number}. ${link.firstChild.textContent}`), verdict, ` · evaluation ${value}`)];
    const text = best ? `Best ${line} (${before}), depth ${depth}` : `${line} (depth ${depth})`;
    said.push(html("p", { class: "line" }, text));
    return said;
  };

  const show = (wanted) => {
    const { article, links, moves, positions, hint, buttons, stage, said, line } = game;
    ply = Math.max(0, Math.min(moves.length, wanted));
    const next = links[ply];
    const best = next && hint.checked ? decode(next.dataset.best || next.dataset.move) : null;
    const name = article.dataset.board;
    stage.replaceChildren(drawBoard(name, positions[ply], moves[ply - 1], best));
    stage.dataset.ply = ply;
    line.textContent = fen(positions[ply], shapes[name]);
    said.replaceChildren(...words(links[ply - 1]));
    const [first, back, forward, last, mistake] = buttons;
    first.disabled = back.disabled = ply === 0;
    forward.disabled = last.disabled = ply === moves.length;
    mistake.disabled = nextMistake() === ply;
    links.forEach((link, index) => {
      if (index === ply - 1) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    middle(game.body.querySelector(".moves"), links[ply - 1]);
    const curve = game.body.querySelector(".curve");
    const { left, right, plies } = curve.dataset;
    const x = +left + ((right - left) * ply) / plies;
    put(curve.querySelector(".cursor"), { x1: x, x2: x }, []);
    // Browsers refuse to change the address at the pace of a key held down.
    clearTimeout(address);
    address = setTimeout(() => history.replaceState(null, "", `#game=${article.dataset.game}&ply=${ply}`), 250);
  };

  // Moves and mistakes of the open game are followed without leaving the page.
  const follow = (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    show(Number(new URLSearchParams(link.getAttribute("href").slice(1)).get("ply")));
    if (link.closest(".mistakes")) game.stage.scrollIntoView({ block: "nearest" });
  };

  // A click on the curve goes to the nearest move.
  const jump = (event) => {
    if (event.target.closest("a")) return;
    const curve = event.currentTarget;
    const { left, right, plies } = curve.dataset;
    const box = curve.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * curve.viewBox.baseVal.width;
    show(Math.round(((x - left) / (right - left)) * plies));
  };

  // ---- the page

  const goTo = () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const article =
      document.getElementById(`game-${wanted.get("game")}`) || document.querySelector("article");
    if (!article) return;
    if (!game || game.article !== article) open(article);
    show(Number(wanted.get("ply")) || 0);
  };

  const listGames = (articles) => {
    const list = html("ol");
    for (const article of articles) {
      const { game: number } = article.dataset;
      const about = html("small", {}, article.querySelector(".about").textContent);
      const name = article.querySelector("h2").textContent;
      const link = html("a", { href: `#game=${number}&ply=0`, "data-game": number }, name, about);
      list.append(html("li", {}, link));
    }
    const search = html("input", { type: "search", placeholder: "Search", "aria-label": "Search the games" });
    search.addEventListener("input", () => {
      const wanted = search.value.toLowerCase();
      for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
    });
    const heading = html("h1", {}, `${articles.length} games`);
    return html("nav", { "aria-label": "Games" }, heading, ...(articles.length > 8 ? [search] : []), list);
  };

  const keys = {
    ArrowLeft: () => show(ply - 1),
    ArrowRight: () => show(ply + 1),
    Home: () => show(0),
    End: () => show(game.moves.length),
    m: () => show(nextMistake()),
  };

  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input[type=search]");
    const act = !typing && !event.ctrlKey && !event.altKey && !event.metaKey && keys[event.key];
    if (!act || !game) return;
    event.preventDefault();
    act();
  });
  window.addEventListener("hashchange", goTo);
  document.addEventListener("DOMContentLoaded", () => {
    shapes = JSON.parse(document.getElementById("shapes").textContent);
    namespace = document.querySelector("svg").namespaceURI;
    const articles = document.querySelectorAll("article");
    const main = document.querySelector("main");
    document.documentElement.classList.add("live");
    if (articles.length > 1) main.prepend(listGames(articles));
    const games = html("div", { class: articles.length > 1 ? "games" : "games single" });
    games.append(...articles);
    main.append(games);
    goTo();
  });
})();
