// The questions of a golden set: needles and what has no answer, with what a check found beside each.

import { api, asJson, element, filled, mayEdit, passage, request, words } from "./page.js";
import { STYLES } from "./needle.js";

const AT_ONCE = 10;
const MORE = 50;
const DISTANCES = ["near", "near-miss", "literal", "far"];
const id = (name) => document.getElementById(name);

/** Fill in the section; `changed` is called when the set is another. */
export function items(base, act, changed) {
  let all = [];
  let found = new Map(); // faults and warnings by item
  let most = AT_ONCE;

  async function list() {
    const set = await request(api(base, "golden"));
    all = set.items;
    id("counts").textContent = filled(words.golden_counts, set);
    id("filtering").hidden = all.length < 6;
    await check();
    show();
  }

  async function check() {
    found = new Map();
    id("checked").replaceChildren();
    if (!all.length) return;
    const checked = await request(api(base, "golden", "check"));
    for (const [kind, some] of [["fault", checked.faults], ["warning", checked.warnings]]) for (const one of some) found.set(one.item, [...(found.get(one.item) ?? []), { ...one, kind }]);
    const said = [checked.faults.length ? element("span", { class: "bad" }, filled(words.golden_faults, { count: checked.faults.length })) : element("span", { class: "good" }, words.golden_clean)];
    if (checked.warnings.length) said.push(" ", element("span", { class: "note" }, filled(words.golden_warnings, { count: checked.warnings.length })));
    id("checked").replaceChildren(...said);
  }

  function show() {
    const wanted = id("filter").value.toLowerCase();
    const fit = all.filter((item) => JSON.stringify([item.unit, item.spans.map((span) => [span.path, span.needle]), item.questions.map(({ question }) => question)]).toLowerCase().includes(wanted));
    id("items").replaceChildren(...fit.slice(0, most).map(shown), ...(all.length ? [] : [element("li", { class: "card empty" }, words.golden_none)]));
    id("more").hidden = fit.length <= most;
  }

  function shown(item) {
    const place = element("li", { class: "card item", id: item.id, tabindex: "-1" });
    const pills = [item.answerable ? "" : words.unanswerable, item.distance, item.kind].filter(Boolean).map((text) => element("span", { class: "pill" }, text));
    const buttons = mayEdit ? [action(words.edit, item, () => { place.replaceChildren(edited(item, place)); place.querySelector("textarea").focus(); }), action(words.remove, item, () => remove(item), "danger")] : [];
    place.append(element("p", { class: "title" }, element("b", {}, item.unit), ...pills, element("span", { class: "buttons" }, ...buttons)),
      ...item.spans.map((span) => needle(span)),
      element("ul", { class: "phrasings" }, ...item.questions.map((one) => element("li", { dir: "auto" }, one.style ? element("span", { class: "pill" }, one.style) : "", " ", one.question || "–", one.draft ? element("span", { class: "note" }, ` (${words.draft})`) : ""))));
    const faults = found.get(item.id) ?? [];
    if (faults.length) place.append(element("ul", { class: "faults" }, ...faults.map(fault)));
    return place;
  }

  function needle(span) {
    const where = span.document_id ? element("a", { href: passage(base, span) }, span.path) : element("span", { class: "bad" }, `${span.path}: ${words.needle_lost}`);
    return element("div", {}, element("blockquote", { dir: "auto" }, span.needle), element("p", { class: "where" }, where, element("span", { class: "dim" }, ` #char=${span.from},${span.to}`)));
  }

  function action(word, item, onclick, more = "") {
    return element("button", { type: "button", class: `quiet ${more}`, "aria-label": `${word}: ${item.unit}`, onclick }, word);
  }

  async function remove(item) {
    if (!confirm(`${words.item_remove_sure}\n\n${item.unit}`)) return;
    await act(async () => {
      await request(api(base, "golden", item.id), { method: "DELETE" });
      await list();
      id("questions-title").focus();
      changed();
    });
  }

  /** The form that takes the place of an item. */
  function edited(item, place) {
    const rows = element("div", { class: "rows" }, ...item.questions.map((one) => phrasing(one)));
    const distance = item.answerable ? null : chosen(DISTANCES.map((name) => [name, words[`distance_${name}`]]), item.distance);
    const close = () => { place.replaceWith(shown(item)); id(item.id).focus(); };
    const save = () => act(async () => {
      const questions = [...rows.children].map((row) => ({ question: row.querySelector("textarea").value.trim(), style: row.querySelector("select").value, draft: row.querySelector("input").checked }));
      const about = item.answerable ? { kind: item.kind } : { answerable: false, distance: distance.value };
      await request(api(base, "golden", item.id), asJson("PUT", { ...about, questions }));
      await list();
      id(item.id)?.focus();
      changed();
    });
    return element("form", { class: "fields", onsubmit: (event) => { event.preventDefault(); save(); } }, element("p", { class: "title" }, element("b", {}, item.unit)),
      ...item.spans.map((span) => needle(span)), rows,
      distance ? element("p", {}, element("label", {}, words.unanswerable_how, " ", distance)) : "",
      element("p", { class: "line" }, element("button", {}, words.save),
        element("button", { type: "button", class: "quiet", onclick: () => { rows.append(phrasing({ question: "", style: "", draft: false })); rows.lastChild.querySelector("textarea").focus(); } }, words.phrasing_add),
        element("button", { type: "button", class: "quiet", onclick: close }, words.cancel)));
  }

  id("more").addEventListener("click", () => { most += MORE; show(); });
  id("filter").addEventListener("input", show);
  id("unanswerable")?.addEventListener("submit", (event) => {
    event.preventDefault();
    act(async () => {
      const made = await request(api(base, "golden"), asJson("POST", { answerable: false, distance: id("distance").value, questions: [{ question: id("asked").value.trim() }] }));
      event.target.reset();
      await list();
      id(made.id)?.scrollIntoView({ block: "nearest" });
      changed();
    });
  });
  id("import")?.addEventListener("submit", (event) => {
    event.preventDefault();
    act(async () => {
      const options = { method: "POST", body: id("file").files[0], headers: { "Content-Type": "application/octet-stream" } };
      id("imported").textContent = filled(words.import_done, await request(`${api(base, "golden", "import")}?replace=${id("replace").checked}`, options));
      await list();
      changed();
    });
  });
  return { list };
}

function fault({ kind, message, hint, id: question }) {
  return element("li", { class: kind === "fault" ? "bad" : "note" }, element("b", {}, `${words[kind]} · ${question}: `), hint ? `${message}. ${hint}` : message);
}

/** One phrasing that can be changed. */
function phrasing({ question, style, draft }) {
  const box = element("textarea", { rows: "2", maxlength: "2000", "aria-label": words.phrasing, dir: "auto" });
  box.value = question;
  const styles = [["", words.style_none], ...new Set([...STYLES, style].filter(Boolean))].map((one) => (Array.isArray(one) ? one : [one, one]));
  const row = element("div", { class: "phrasing" }, box, element("p", { class: "line" }, element("label", { class: "check" }, `${words.style} `, chosen(styles, style)),
    element("label", { class: "check" }, element("input", { type: "checkbox", checked: draft }), words.draft),
    element("button", { type: "button", class: "quiet", onclick: () => { if (row.parentNode.children.length > 1) row.remove(); } }, words.phrasing_remove)));
  return row;
}

function chosen(values, value) {
  return element("select", {}, ...values.map(([name, text]) => element("option", { value: name, selected: name === value }, text)));
}
