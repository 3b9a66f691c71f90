// A needle made from the text that is shown: what is selected, or else the passage that is lit.

import { api, asJson, element, mayEdit, request, words } from "./page.js";
import { length, units } from "./points.js";

export const STYLES = ["course", "ticket"];

/** The button and the form that it opens, for those who may write the golden set; `lit` is the passage that is lit, or null. */
export function needleMaker(room, base, shown, lit) {
  if (!mayEdit || !shown.text) return "";
  const said = element("span", { class: "dim", role: "status" }, lit ? "" : words.needle_pick);
  const place = element("div", {});
  let chosen = null; // pressing the button may take the selection away before the click comes
  const button = element("button", { type: "button", class: "quiet", onpointerdown: () => { chosen = selected(room); }, onclick: () => {
    const span = chosen ?? selected(room) ?? lit;
    chosen = null;
    said.textContent = span ? "" : words.needle_first;
    if (span) place.replaceChildren(form(base, shown, span, (message) => { place.replaceChildren(message); button.focus(); }));
    place.querySelector("textarea")?.focus();
  } }, words.needle_make);
  return element("div", { class: "making" }, element("p", { class: "line" }, button, said), place);
}

/** What is selected in the canonical text of `room`, as {from, to} in code points; null for nothing. */
export function selected(room) {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const spans = [...room.querySelectorAll(".canonical")].filter((part) => range.intersectsNode(part)).map((part) => within(part, range)).filter(({ from, to }) => from < to);
  return spans.length ? { from: spans[0].from, to: spans.at(-1).to } : null;
}

/** The part of a range that lies in one <pre>. */
function within(part, range) {
  const cut = document.createRange();
  cut.selectNodeContents(part);
  const before = cut.cloneRange();
  if (range.compareBoundaryPoints(Range.START_TO_START, cut) > 0) cut.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, cut) < 0) cut.setEnd(range.endContainer, range.endOffset);
  before.setEnd(cut.startContainer, cut.startOffset);
  const from = Number(part.dataset.from) + length(before.toString());
  return { from, to: from + length(cut.toString()) };
}

/** The form for one needle; `close` is called with what is to stand in its place. */
function form(base, shown, span, close) {
  let [start, end] = units(shown.text, [span.from - shown.from, span.to - shown.from]); // UTF-16, as the text is held here
  const quote = element("blockquote", { dir: "auto", tabindex: "0", "aria-label": words.needle_about });
  const show = () => { quote.textContent = shown.text.slice(start, end).trim(); };
  const step = (name, move) => element("button", { type: "button", class: "quiet", onclick: () => { [start, end] = move(shown.text, start, end); show(); } }, name);
  const trouble = element("p", { class: "bad", role: "alert" });
  const boxes = STYLES.map((style) => element("textarea", { rows: "2", maxlength: "2000", id: `ask-${style}`, "data-style": style }));
  const save = async () => {
    const questions = boxes.filter((box) => box.value.trim()).map((box) => ({ question: box.value.trim(), style: box.dataset.style }));
    if (!questions.length) {
      trouble.textContent = words.needle_one;
      boxes[0].focus();
      return;
    }
    const [from, to] = [shown.from + length(shown.text.slice(0, start)), shown.from + length(shown.text.slice(0, end))];
    try {
      close(saved(base, await request(api(base, "golden"), asJson("POST", { document_id: shown.document_id, from, to, questions }))));
    } catch (error) {
      trouble.textContent = error.message;
    }
  };
  show();
  return element("form", { class: "needle", onsubmit: (event) => { event.preventDefault(); save(); } },
    element("h3", {}, words.needle_about), quote,
    element("p", { class: "line", role: "group", "aria-label": words.needle_edges },
      step(words.needle_start_back, startEarlier), step(words.needle_start_on, startLater), step(words.needle_end_back, endEarlier), step(words.needle_end_on, endLater)),
    ...boxes.map((box) => element("p", { class: "field" }, element("label", { for: box.id }, words[`needle_${box.dataset.style}`]), box)),
    element("p", { class: "dim" }, words.needle_hint), trouble,
    element("p", { class: "line" }, element("button", {}, words.save), element("button", { type: "button", class: "quiet", onclick: () => close("") }, words.cancel)));
}

function saved(base, item) {
  return element("div", { class: "needle", role: "status" }, element("p", {}, words.needle_saved.replace("{unit}", item.unit), " ",
    element("a", { href: `/b/${encodeURIComponent(base)}/golden#${item.id}` }, words.needle_see)), element("blockquote", { dir: "auto" }, item.spans[0].needle));
}

// Both ends go by what stands between white space; a needle keeps at least one word.

function startEarlier(text, start, end) {
  return [start - /(\S+\s*)?$/u.exec(text.slice(0, start))[0].length, end];
}

function startLater(text, start, end) {
  const on = /^\s*\S+\s+(?=\S)/u.exec(text.slice(start, end));
  return [start + (on ? on[0].length : 0), end];
}

function endEarlier(text, start, end) {
  const back = /(?<=\S)\s+\S+\s*$/u.exec(text.slice(start, end));
  return [start, end - (back ? back[0].length : 0)];
}

function endLater(text, start, end) {
  return [start, end + /^(\s*\S+)?/u.exec(text.slice(end))[0].length];
}
