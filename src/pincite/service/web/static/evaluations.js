// Evaluations: run one, watch it, and see what each found, with its intervals.

import { api, asJson, cell, copyCurl, element, filled, head, mayEdit, moment, request, words } from "./page.js";

const id = (name) => document.getElementById(name);

/** Whether a job waits or goes on. */
export function working({ state }) {
  return state === "waiting" || state === "working";
}

export function evaluations(base, act) {
  async function list() {
    const found = (await request(api(base, "evaluations"))).evaluations;
    id("evaluated").replaceChildren(...found.filter((one) => !working(one)).map(row));
    id("unevaluated").hidden = found.some((one) => !working(one));
    id("running").replaceChildren(...found.filter(working).map((one) => progress(one, () => remove(one))));
  }

  async function follow(job) {
    if (!working(job)) return act(list);
    const line = progress(job, () => remove(job));
    const known = id("running").querySelector(`[data-job="${job.id}"]`);
    if (known) known.replaceWith(line);
    else id("running").append(line);
    return null;
  }

  async function remove(one) {
    if (working(one) || confirm(words.evaluation_remove_sure)) await act(async () => { await request(api(base, "evaluations", one.id), { method: "DELETE" }); await list(); });
  }

  function row(one) {
    const when = head(words.date, moment(one.created), one.stale ? element("span", { class: "stale" }, stale(one.stale)) : "");
    const drop = mayEdit ? element("button", { type: "button", class: "quiet danger", "aria-label": `${words.remove}: ${moment(one.created).textContent}`, onclick: () => remove(one) }, words.remove) : "";
    const { result } = one;
    if (!result) return element("tr", {}, when, element("td", { colspan: "7", class: "wide bad" }, one.reason || words.state_failed), cell("", drop));
    const report = result.report ? element("a", { class: "button quiet", href: api(base, "evaluations", one.id, "report.html"), target: "_blank", rel: "noopener" }, words.evaluation_report) : element("span", { class: "dim" }, words.evaluation_gone);
    const figure = (name) => measure(name, result[name]);
    return element("tr", {}, when, cell(words.questions, `${result.golden.questions}`), figure("R@1"), figure("R@4"), figure("MRR"),
      cell(words.destroyed, filled(words.destroyed_of, { count: result.destroyed, n: result.n })),
      measure(words.bluffs, result.gate?.bluffs.all, percent), measure(words.given_up, result.gate?.given_up, percent), cell("", element("span", { class: "buttons" }, report, drop)));
  }

  id("evaluate")?.addEventListener("submit", (event) => {
    event.preventDefault();
    act(async () => {
      await request(api(base, "evaluations"), asJson("POST", { out_of_domain: id("out-of-domain").checked }));
      await list();
    });
  });
  if (mayEdit) id("evaluate").append(copyCurl(api(base, "evaluations"), () => ({ out_of_domain: id("out-of-domain").checked })));
  return { list, follow };
}

/** How far a job is. */
export function progress(job, cancel) {
  const share = job.total ? job.done / job.total : null;
  const stage = job.state === "waiting" ? words.state_waiting : words[`state_${job.stage}`] ?? words.state_working;
  const count = job.total ? ` ${job.done} / ${job.total}` : "";
  return element("p", { class: "line running", "data-job": job.id }, element("span", { class: "state" }, `${stage}${count}`),
    element("progress", { value: share, max: share === null ? null : 1, "aria-label": words.evaluations }), cancel ? element("button", { type: "button", class: "quiet", onclick: cancel }, words.cancel) : "");
}

/** The reason in the reader's language. */
function stale(reason) {
  const known = { "the index has changed since": words.evaluation_old_index, "the golden set has changed since": words.evaluation_old_golden };
  return `${words.stale}: ${known[reason] ?? reason}`;
}

/** A figure with its interval below it. */
function measure(name, found, shown = (value) => value.toFixed(3)) {
  const made = found && found.value !== null ? [element("b", {}, shown(found.value)), element("span", { class: "interval" }, `${shown(found.low)} – ${shown(found.high)}`)] : ["–"];
  return cell(name, element("span", { class: "figure" }, ...made));
}

/** A share in percent, as this page's language writes it. */
export function percent(value) {
  return value.toLocaleString(document.documentElement.lang, { style: "percent", maximumFractionDigits: 1 });
}
