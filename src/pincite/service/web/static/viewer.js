// A source, with one passage lit: text by code points, tables as a grid, recordings at their time, pages as pictures.

import { needleMaker } from "./needle.js";
import { api, element, request, words } from "./page.js";
import { units } from "./points.js";

const WINDOW = 100_000; // code points before and after the passage that are shown at once
const PLAYERS = { audio: "audio", video: "video" };

/** Show a document in `room`; `span` is {from, to} in code points, or null. */
export async function showSource(room, base, id, span) {
  room.replaceChildren(element("p", { role: "status" }, words.asking));
  const from = span ? Math.max(0, span.from - WINDOW) : 0;
  const shown = await request(`${api(base, "documents", id, "text")}?from=${from}&to=${(span ? span.to : 0) + WINDOW}`);
  const place = span && span.to <= shown.characters ? await request(`${api(base, "documents", id, "locate")}?from=${span.from}&to=${span.to}`) : null;
  room.replaceChildren(
    head(room, base, id, shown, place ? span : null, place?.label),
    needleMaker(room, base, shown, place ? span : null),
    span && !place ? element("p", { class: "bad" }, words.source_gone) : "",
    await native(base, id, shown, place),
    text(room, base, id, shown, span),
  );
  light(room);
}

function head(room, base, id, shown, span, label) {
  const chunks = element("button", { type: "button", class: "quiet", "aria-pressed": "false", onclick: async () => {
    const on = chunks.getAttribute("aria-pressed") === "false";
    const cut = on ? (await request(api(base, "documents", id, "chunks"))).chunks : [];
    chunks.setAttribute("aria-pressed", `${on}`);
    room.querySelector(".text").replaceWith(text(room, base, id, shown, span, cut));
  } }, words.source_chunks);
  return element("div", { class: "head" },
    element("b", {}, shown.title || shown.name), element("span", { class: "dim" }, label ? `${words.source_place}: ${label}` : ""),
    element("a", { href: api(base, "documents", id, "original"), download: shown.name }, words.download), shown.text ? chunks : "");
}

/** The picture, table or player that stands above the text, where the document has one. */
async function native(base, id, shown, place) {
  const locator = place?.locator;
  if (shown.type in PLAYERS) return player(base, id, shown, locator);
  if (locator?.cells) return grid(await request(`${api(base, "documents", id, "grid")}?from=${locator.from}&to=${locator.to}`));
  if (locator?.pages && ["pdf", "image"].includes(shown.type)) return pages(base, id, locator.pages);
  return "";
}

function player(base, id, shown, locator) {
  const time = locator?.t ? `#t=${locator.t.join(",")}` : "";
  return element(PLAYERS[shown.type], { controls: true, preload: "metadata", src: `${api(base, "documents", id, "media")}${time}` });
}

function grid({ sheet, columns, rows }) {
  const top = element("tr", {}, element("th", { scope: "col" }, sheet), ...columns.map((name) => element("th", { scope: "col" }, name)));
  const body = rows.map((row) => element("tr", {}, element("th", { scope: "row" }, `${row.row}`),
    ...row.cells.map((cell) => element("td", { class: cell.lit ? "lit" : null, colspan: cell.columns > 1 ? cell.columns : null, rowspan: cell.rows > 1 ? cell.rows : null }, cell.text))));
  return element("div", { class: "grid", tabindex: "0" }, element("table", {}, element("thead", {}, top), element("tbody", {}, ...body)));
}

function pages(base, id, regions) {
  return element("div", { class: "pages" }, ...regions.map((region) => {
    const picture = element("img", { src: `${api(base, "documents", id, "pages")}/${region.page}.png?width=1000`, alt: `${words.page} ${region.label ?? region.page}` });
    const frame = element("figure", {}, picture, ...region.boxes.map((box) => boxed(box)),
      element("figcaption", {}, element("a", { href: `${api(base, "documents", id, "original")}#page=${region.page}` }, `${words.page} ${region.label ?? region.page}`)));
    picture.addEventListener("error", () => frame.remove());
    return frame;
  }));
}

function boxed([left, top, right, bottom]) {
  const made = element("span", { class: "box", "aria-hidden": "true" });
  const percent = (value) => `${100 * value}%`;
  Object.assign(made.style, { left: percent(left), top: percent(top), width: percent(right - left), height: percent(bottom - top) });
  return made;
}

/** The canonical text of the window, each slide in a frame of its own; every character of the passage is in a <mark>. A chunk has its number before it. */
function text(room, base, id, shown, span, chunks = []) {
  if (!shown.text) return element("p", {}, words.no_text);
  const more = (name, point) => element("button", { type: "button", class: "quiet", onclick: () => showSource(room, base, id, { from: point, to: point }) }, name);
  return element("div", { class: "text" }, shown.from > 0 ? more(words.source_earlier, shown.from) : "", ...framed(shown, pieces(shown, span, chunks)),
    shown.to < shown.characters ? more(words.source_later, shown.to) : "");
}

/** The text cut wherever a block, a slide or the passage begins or ends: [{from, made}], in code points. */
function pieces(shown, span, chunks) {
  const cuts = new Set([shown.from, shown.to]);
  const inside = (point) => shown.from <= point && point <= shown.to;
  for (const part of [...shown.blocks, ...shown.slides, ...chunks, ...(span ? [span] : [])]) for (const point of [part.from, part.to]) if (inside(point)) cuts.add(point);
  const points = [...cuts].sort((a, b) => a - b);
  const at = units(shown.text, points.map((point) => point - shown.from));
  const kinds = blockAt(shown.blocks);
  const edges = new Map(chunks.map((chunk, number) => [chunk.from, edge(chunk, number + 1)]));
  return points.slice(0, -1).map((from, number) => {
    const words = shown.text.slice(at[number], at[number + 1]);
    const lit = span && span.from <= from && points[number + 1] <= span.to;
    const kind = kinds(from);
    return { from, made: [edges.get(from) ?? "", lit || kind ? element(lit ? "mark" : "span", { class: kind }, words) : words] };
  });
}

/** The pieces in one <pre>, or in one for each slide. Its `data-from` is the code point that it begins with. */
function framed(shown, cut) {
  const frame = (from, to) => element("pre", { class: "canonical", dir: "auto", "data-from": from },
    ...cut.filter((piece) => from <= piece.from && piece.from < to).flatMap((piece) => piece.made));
  if (!shown.slides.length) return [frame(shown.from, shown.to)];
  return shown.slides.map(({ slide, from, to }) => element("section", { class: "slide", "aria-label": `${words.slide} ${slide}` },
    element("h2", {}, `${words.slide} ${slide}`), frame(from, to)));
}

/** The mark of a chunk's beginning; it holds no characters, so that the text stays the text. */
function edge({ section }, number) {
  const name = `${words.chunk} ${number}${section ? `: ${section}` : ""}`;
  return element("span", { class: "edge", role: "img", "aria-label": name, title: name, "data-number": number });
}

/** A function from a code point to the class of the innermost block that holds it. */
function blockAt(blocks) {
  return (point) => {
    let found = null;
    for (const block of blocks) {
      if (block.from > point) break;
      if (point < block.to) found = block;
    }
    return found && ["heading", "code", "quote", "caption", "metadata"].includes(found.kind) ? `${found.kind} level-${found.level}` : null;
  };
}

function light(room) {
  const first = room.querySelector(".grid .lit") ?? room.querySelector("mark");
  if (!first) return;
  for (const lit of room.querySelectorAll(".grid .lit, mark, .pages .box")) lit.scrollIntoView({ block: "center" });
  room.querySelector("mark")?.scrollIntoView({ block: "center" });
}

/** The span that a fragment names: `#char=12,40`; null for any other. */
export function spanOf(fragment) {
  const found = /^#char=(\d+),(\d+)$/.exec(fragment);
  return found && Number(found[1]) < Number(found[2]) ? { from: Number(found[1]), to: Number(found[2]) } : null;
}
