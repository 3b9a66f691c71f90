// An answer with its chips, a refusal with its numbers, and what was wrong with either.

import { element, filled, passage, words } from "./page.js";
import { units } from "./points.js";

/** Show a whole answer or refusal in `room`; `open` is called with the citation or hit whose source is wanted. */
export function showAnswer(room, base, answer, open) {
  room.replaceChildren(...(answer.answered ? answered(base, answer, open) : refused(base, answer, open)));
}

/** What is shown while the answer is being written: its words so far, without chips. */
export function showDraft(room, text) {
  room.replaceChildren(element("p", { class: "text draft" }, text));
}

function answered(base, answer, open) {
  const notes = answer.notes.map((note) => element("p", { class: "note" }, note));
  const faults = answer.violations.map((fault) =>
    element("li", {}, element("code", {}, fault.text), ` ${fault.kind.replaceAll("_", " ")}`));
  return [
    searched(answer),
    element("p", { class: "text" }, ...pieces(base, answer, open)),
    ...notes,
    faults.length ? element("div", { class: "faults" }, element("p", {}, words.violations), element("ul", {}, ...faults)) : null,
    element("h2", {}, words.sources),
    element("ol", { class: "sources" }, ...answer.citations.filter((one) => answer.cited.includes(one.index)).map((one) => source(base, one, open))),
    numbers(answer),
  ].filter(Boolean);
}

/** The text cut at its markers, which become chips, with the claims that were not found in their sources marked. */
function pieces(base, answer, open) {
  const claims = answer.claims ?? [];
  const cuts = new Set([0, Infinity]);
  for (const part of [...answer.markers, ...answer.violations, ...claims]) cuts.add(part.from).add(part.to);
  const points = [...cuts].sort((a, b) => a - b);
  const at = units(answer.answer, points);
  const made = [];
  for (let number = 0; number + 1 < points.length; number += 1) {
    const [from, to, text] = [points[number], points[number + 1], answer.answer.slice(at[number], at[number + 1])];
    if (text) made.push(piece(base, answer, claims, open, { from, to, text }));
  }
  return made;
}

function piece(base, answer, claims, open, part) {
  const marker = answer.markers.find((one) => one.from === part.from && one.to === part.to);
  if (marker) return chip(base, answer.citations.find((one) => one.index === marker.index), open);
  const within = (one) => one.from <= part.from && part.from < one.to;
  if (answer.violations.some(within)) return element("span", { class: "fault" }, part.text);
  const claim = claims.find(within);
  const verdict = claim && ["unsupported", "uncited", "contradicted"].includes(claim.verdict) ? claim.verdict : null;
  if (!verdict) return document.createTextNode(reflowed(part.text));
  return element("span", { class: `claim ${verdict}`, title: [words[verdict], ...(claim.reasons ?? []).map(reason)].join(": ") }, reflowed(part.text));
}

function reason({ text, instead }) {
  return instead ? `${text} (${instead})` : text;
}

/** What was searched, where that is not the question alone. */
function searched({ searched_as: query }) {
  return query ? element("p", { class: "note searched" }, `${words.searched_as}: ${query.replaceAll("\n", " / ")}`) : null;
}

/** Lines that a source broke run on; paragraphs, lists and tables (also those whose cells a tab parts) keep their lines. Quotations are never touched. */
function reflowed(text) {
  return text.replaceAll(/(?<=[^\n])\n(?=[^\s|*\-\d#>])(?![^\n]*\t)/g, " ");
}

function chip(base, citation, open) {
  const shown = element("span", { class: "quote", role: "tooltip", id: `quote-${Math.random().toString(36).slice(2)}` },
    element("b", {}, `${citation.document_name}${citation.fragment}`), element("span", {}, citation.quote));
  const link = element("a", {
    class: "chip", href: passage(base, citation), "aria-describedby": shown.id, "data-index": citation.index,
    onclick: (event) => wanted(event, () => open(citation, event.currentTarget)),
  }, `${citation.index}`);
  return element("span", { class: "cited", onkeydown: (event) => { if (event.key === "Escape") event.currentTarget.classList.add("shut"); },
    onmouseleave: (event) => event.currentTarget.classList.remove("shut") }, link, shown);
}

function source(base, citation, open) {
  return element("li", { value: citation.index },
    element("a", { href: passage(base, citation), onclick: (event) => wanted(event, () => open(citation, event.currentTarget)) },
      `${citation.path}${citation.fragment}`),
    element("span", { class: "dim" }, ` ${citation.label}`),
    element("blockquote", {}, citation.quote));
}

function refused(base, answer, open) {
  const gate = answer.gate;
  const near = answer.nearest.map((hit) => element("li", {},
    element("a", { href: passage(base, hit), onclick: (event) => wanted(event, () => open(hit, event.currentTarget)) }, `${hit.path}${hit.fragment}`),
    element("span", { class: "dim" }, ` ${words.distance} ${hit.distance.toFixed(3)}`),
    element("blockquote", {}, hit.quote)));
  const unseen = answer.unseen ?? [];
  return [
    element("h2", { class: "refused" }, words.refused),
    searched(answer),
    element("p", {}, answer.refused === "unsupported" ? words.withheld_why : words.refused_why),
    answer.refused === "unsupported" ? null : element("p", { class: "dim" }, why(answer)),
    numbers(answer),
    unseen.length ? element("p", {}, `${words.unseen}: `, element("b", {}, unseen.join(", "))) : null,
    near.length ? element("h2", {}, words.nearest) : null,
    near.length ? element("ol", { class: "sources" }, ...near) : null,
  ].filter(Boolean);
}

/** Why there is no answer, in the reader's language, by what decided and its numbers. */
export function why({ refused: kind, decided_by: by, gate }) {
  if (kind === "unsupported") return words.withheld_why;
  if (by === "no hits") return words.reason_nothing;
  if (by === "no signals") return words.reason_untold;
  if (gate.cut === undefined) return filled(words.reason_distance, { best: gate.best_distance.toFixed(3), cut: gate.threshold });
  return filled(words.reason_chance, { probability: gate.probability.toFixed(3), cut: gate.cut.toFixed(3) });
}

function numbers({ gate }) {
  const best = gate.best_distance === null ? "" : `${words.best} ${gate.best_distance.toFixed(3)}, `;
  const cut = gate.cut === undefined ? `${words.threshold} ${gate.threshold}` : `${words.probability} ${gate.probability?.toFixed(3) ?? "?"}, ${words.threshold} ${gate.cut.toFixed(3)}`;
  return element("p", { class: "numbers dim" }, `${words.distance}: ${best}${cut}; ${words.passed}: ${gate.passed}`);
}

/** Let a plain click do `action`; one with a key, for another tab, goes its way. */
function wanted(event, action) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  action();
}
