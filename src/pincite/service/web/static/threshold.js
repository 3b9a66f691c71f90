// The threshold: the gate in force, the curve of the last evaluation, a cut chosen on it, and calibration.

import { api, asJson, element, filled, mayOwn, request, words } from "./page.js";
import { drawn } from "./curve.js";
import { percent, progress, working } from "./evaluations.js";

const id = (name) => document.getElementById(name);
const METHODS = ["distance", "calibrated"];
let gate = null;
let method = null;
let at = null; // the cut that the slider stands on

export function threshold(base, act) {
  async function show() {
    gate = await request(api(base, "gate"));
    const known = METHODS.filter((name) => gate.curves[name].length);
    if (!known.includes(method)) [method, at] = [known.includes(gate.method) ? gate.method : known[0] ?? null, null];
    inForce();
    id("curve").replaceChildren(...(method ? chooser(known) : [element("p", { class: "card empty" }, words.cut_none)]));
    if (mayOwn) await calibrated();
  }

  function inForce() {
    const may = mayOwn && ["hand", "calibration"].includes(gate.by);
    id("force").replaceChildren(
      element("p", { class: "line" }, element("b", {}, gate.cut === null ? words.cut_unset : filled(words.cut_now, { cut: cutText(gate.method, gate.cut) })), element("span", { class: "pill" }, words[`cut_by_${gate.by}`]),
        may ? element("button", { type: "button", class: "quiet", onclick: reset }, words.cut_reset) : ""),
      ...(gate.stale ? [element("p", { class: "note", lang: "en" }, gate.stale)] : []),
      ...(gate.calibration ? certificates(gate.calibration) : []));
  }

  async function reset() {
    if (confirm(words.cut_reset_sure)) await act(async () => { await request(api(base, "gate"), { method: "DELETE" }); at = null; await show(); });
  }

  /** The curve with its slider; a change of method draws another. */
  function chooser(known) {
    const points = gate.curves[method];
    const room = element("div", { class: "card threshold" });
    const choice = known.length < 2 ? "" : element("fieldset", { class: "line" }, element("legend", {}, words.cut_method), ...known.map((name) => element("label", { class: "check" },
      element("input", { type: "radio", name: "method", value: name, checked: name === method, onchange: () => { [method, at] = [name, null]; id("curve").replaceChildren(...chooser(known)); id("curve").querySelector(":checked").focus(); } }), words[`cut_${name}`])));
    const start = at ?? (gate.method === method && gate.cut !== null ? gate.cut : points[Math.floor(points.length / 2)].cut);
    const slider = element("input", { type: "range", id: "cut", min: "0", max: `${points.length - 1}`, step: "1", value: `${nearest(points, start)}` });
    const exact = element("input", { type: "number", id: "exact", min: "0", max: method === "distance" ? "2" : "1", step: "any" });
    const told = element("div", { class: "told" });
    const picture = drawn(points, gate.method === method ? gate.cut : null);
    const use = element("button", { type: "button", onclick: () => take(), disabled: gate.by === "settings" }, words.cut_use);
    const put = (point, index = null) => {
      at = point.cut;
      slider.setAttribute("aria-valuetext", sentence(point));
      if (index !== null) exact.value = `${Number(point.cut.toFixed(4))}`;
      told.replaceChildren(...figures(point));
      picture.stand(point);
    };
    slider.addEventListener("input", () => put(points[Number(slider.value)], Number(slider.value)));
    exact.addEventListener("change", () => act(async () => {
      const point = await request(`${api(base, "gate", "at")}?method=${method}&cut=${Number(exact.value)}`);
      slider.value = `${nearest(points, point.cut)}`;
      put(point);
    }));
    const left = element("div", {}, picture.made, element("p", { class: "field slide-cut" }, element("label", { for: "cut" }, words.cut_slider), slider));
    const right = element("div", {}, told,
      ...(gate.evaluation_stale ? [element("p", { class: "note" }, words.cut_stale)] : []), ...gate.notes.map((note) => element("p", { class: "note", lang: "en" }, note)),
      ...(mayOwn ? [element("div", { class: "line" }, element("p", { class: "field" }, element("label", { for: "exact" }, words.cut_exact), exact), use, element("span", { id: "used", role: "status" }))] : []),
      ...(mayOwn ? [element("p", { class: "dim" }, gate.by === "settings" ? words.cut_settings : words.cut_replaces)] : []));
    room.append(element("h3", {}, words.curve_title), choice, element("div", { class: "choosing" }, left, right));
    put(points[Number(slider.value)], Number(slider.value));
    return [room];
  }

  async function take() {
    await act(async () => {
      const chosen = await request(api(base, "gate"), asJson("PUT", { method, cut: at }));
      await show();
      id("used").textContent = filled(words.cut_used, { cut: cutText(chosen.method, chosen.cut) });
      id("cut").focus();
    });
  }

  /** What the last calibration found; nothing where there was none. */
  async function calibrated() {
    const { result, job } = await request(api(base, "calibration"));
    if (job && working(job)) follow(job);
    else if (job?.state === "failed") id("calibrating").replaceChildren(element("p", { class: "bad" }, filled(words.calibration_failed, { reason: job.reason })));
    else if (result) id("calibrating").replaceChildren(...certificates(result.calibration), choices(result.choices));
  }

  function follow(job) {
    if (working(job) && id("calibrating")) id("calibrating").replaceChildren(progress(job, () => act(async () => { await request(api(base, "jobs", job.id, "cancel"), { method: "POST" }); })));
  }

  id("calibrate")?.addEventListener("submit", (event) => {
    event.preventDefault();
    act(async () => {
      const wish = { max_bluff: Number(id("max-bluff").value), confidence: Number(id("confidence").value), method: id("by").value || null, out_of_domain: id("bank").checked };
      for (const job of (await request(api(base, "calibration"), asJson("POST", wish))).jobs) follow(job);
    });
  });
  return { show, follow };
}

function nearest(points, cut) {
  return points.reduce((best, point, index) => (Math.abs(point.cut - cut) < Math.abs(points[best].cut - cut) ? index : best), 0);
}

function cutText(name, cut) {
  return filled(words[`cut_at_${name}`], { cut: Number(cut.toFixed(4)).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 4 }) });
}

/** A share as a sentence has it: 3 of 60 (5 %; 1 % to 14 %). */
function share(found) {
  if (found.value === null) return words.share_none;
  return filled(words.share, { count: found.count, n: found.n, value: percent(found.value), low: percent(found.low), high: percent(found.high) });
}

function sentence(point) {
  return filled(words.cut_told, { cut: cutText(method, point.cut), bluffs: share(point.bluffs.all), given_up: share(point.given_up) });
}

/** Both rates side by side, near and far bluffs apart below. */
function figures(point) {
  const big = (name, found, rest) => element("div", { class: "big" }, element("h4", {}, name), element("p", { class: "value" }, found.value === null ? "–" : percent(found.value)), element("p", { class: "dim" }, share(found)), ...rest);
  const group = (name) => element("p", { class: "dim" }, `${words[`curve_${name}`]}: ${share(point.bluffs[name])}`);
  return [element("p", { class: "at" }, element("b", {}, cutText(method, point.cut))), element("div", { class: "both" }, big(words.bluffs, point.bluffs.all, [group("near"), group("far")]), big(words.given_up, point.given_up, []))];
}

/** What may be promised, group by group, and why not; nothing of a cut chosen by hand. */
function certificates(calibration) {
  const rate = (value) => percent(Math.ceil(value * 1e4 - 1e-6) / 1e4); // a promise must not be stronger than what was tested
  const one = (found) => element("li", { class: found.certified ? "good" : "note" }, filled(found.certified ? words.certified : words.not_certified, {
    group: words[`group_${found.group}`] ?? found.group, bound: found.bound === null ? "" : rate(found.bound), confidence: percent(found.confidence), max_bluff: percent(found.max_bluff),
    needles: found.needles, bluffs: found.bluffs, needed: found.needed }));
  return [element("p", {}, filled(words.calibrated_cut, { cut: cutText(calibration.method, calibration.cut), given_up: share(calibration.given_up) })),
    calibration.certificates.length ? element("ul", { class: "certificates" }, ...calibration.certificates.map(one)) : ""];
}

function choices(found) {
  if (!found.length) return "";
  return element("details", {}, element("summary", {}, words.calibration_choices), element("ul", {}, ...found.map((one) => element("li", {}, `${percent(one.max_bluff)}: ${share(one.given_up)}`))));
}
