// Documents: what is sent, how far each got, what failed and why, and what is there.

import { api, cell, element, head, mayEdit, request, words } from "./page.js";
import { dropped, send } from "./send.js";

const base = document.getElementById("drop").dataset.base;
const SIDE_BY_SIDE = 3;
const MEASURING = ["evaluate", "calibrate"]; // jobs that are no document's
const LIST_AGAIN = 700; // milliseconds
const id = (name) => document.getElementById(name);
const jobs = new Map(); // the line of each job that is shown
const lines = new Map(); // the line of each path: what is sent again takes the place of what became of it before
let next = null;
let listing = null;

function complain(error) {
  id("trouble").replaceChildren(element("p", { class: "bad" }, error.message));
}

/** Send files a few at a time; each has a line of its own from the start. */
async function sendAll(files) {
  const waiting = files.filter(({ path }) => !path.split("/").some((part) => part.startsWith("."))).map((one) => ({ ...one, line: line(one.path) }));
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await sendOne(one);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

async function sendOne({ file, path, line }) {
  try {
    const sent = await send(base, file, path, (share) => show(line, { path, state: "uploading", share }));
    for (const job of sent.jobs) {
      jobs.get(job.id)?.remove();
      jobs.set(job.id, line);
      show(line, job);
    }
  } catch (error) {
    show(line, { path, state: "failed", reason: error.message });
  }
}

function line(path) {
  lines.get(path)?.remove();
  const made = element("li", {});
  lines.set(path, made);
  show(made, { path, state: "uploading" });
  id("jobs").prepend(made);
  return made;
}

/** One line: path, how far it got, and why it failed. */
function show(line, job) {
  if (line.dataset.state === "done" && job.state === "waiting") return; // the answer to an upload may come after its events
  line.dataset.state = job.state;
  mark(job);
  const stage = job.state === "working" && words[`state_${job.stage}`] ? job.stage : job.state;
  const share = job.share ?? (job.total > 1 ? job.done / job.total : null);
  const bar = ["uploading", "working"].includes(job.state) ? element("progress", { value: share, max: share === null ? null : 1, "aria-label": job.path }) : "";
  const count = job.chunks ? ` ${words.base_chunks}: ${job.chunks}` : "";
  line.replaceChildren(element("span", { class: "path" }, job.path), " ", element("span", { class: `state ${job.state}` }, `${words[`state_${stage}`]}${count}`), " ", bar,
    job.reason ? why(job) : "");
}

/** Say in the list, too, that a document is being replaced; what is listed again says how it ended. */
function mark(job) {
  const row = job.path && id("rows").querySelector(`tr[data-path="${CSS.escape(job.path)}"]`);
  if (!row) return;
  if (["done", "failed"].includes(job.state)) later();
  else row.querySelector(".state").replaceWith(element("span", { class: "state" }, words[`state_${job.stage}`] ?? words[`state_${job.state}`]));
}

function follow() {
  const events = new EventSource(api(base, "events"));
  events.addEventListener("job", (event) => {
    const job = JSON.parse(event.data);
    if (MEASURING.includes(job.kind)) return;
    const known = jobs.get(job.id);
    if (known) show(known, job);
    else if (job.state === "waiting" || job.state === "working") {
      jobs.set(job.id, line(job.path));
      show(jobs.get(job.id), job);
    }
  });
  events.addEventListener("status", (event) => {
    counted(JSON.parse(event.data));
    later();
  });
}

/** Ask how much there is: what is removed at once is no job, and has no event. */
async function count() {
  counted(await request(api(base)));
}

function counted({ documents, chunks }) {
  id("counts").textContent = `${words.base_documents}: ${documents}, ${words.base_chunks}: ${chunks}`;
}

/** List again soon: a folder of a thousand files is not to ask a thousand times. */
function later() {
  listing ??= setTimeout(() => { listing = null; list().catch(complain); }, LIST_AGAIN);
}

async function list(after = "") {
  const query = new URLSearchParams({ limit: "200", q: id("filter").value, after });
  const [found, failed] = await Promise.all([
    request(`${api(base, "documents")}?${query}`), request(`${api(base, "documents")}?state=failed&limit=1000`)]);
  const rows = found.documents.map(row);
  if (after) id("rows").append(...rows);
  else id("rows").replaceChildren(...rows);
  id("none").hidden = found.total > 0;
  next = found.next;
  id("more").hidden = next === null;
  id("failed").hidden = !failed.total;
  id("retry-all").hidden = !failed.documents.some(({ failure }) => failure.retryable); // of the others each has a button of its own
  id("failed").querySelector("ul").replaceChildren(...failed.documents.map(failure));
}

function row(record) {
  const link = record.state === "indexed" ? element("a", { href: `/b/${encodeURIComponent(base)}/d/${record.document_id}` }, record.path) : record.path;
  const state = element("span", { class: `state ${record.state}` }, words[`state_${record.state}`]);
  const stale = record.stale ? element("span", { class: "stale" }, ` ${words.stale}: `, element("span", { lang: "en" }, record.stale)) : "";
  const chunks = cell(words.chunks, `${record.chunks}`);
  chunks.className = "number";
  return element("tr", { "data-path": record.path }, head(words.path, element("span", { class: "path" }, link)), cell(words.state, state, stale), cell(words.type, record.type || "–"),
    chunks, cell(words.date, record.date || "–"), cell("", button(words.remove, record, () => remove(record))));
}

/** Why something failed and what to do, in the reader's language; the reason itself is the service's, in English. */
function why({ code, reason }) {
  const [failed, todo] = [words[`failed_${code}`], words[`todo_${code}`]];
  const found = element("span", { lang: "en" }, reason);
  return element("p", { class: "bad" }, ...(failed ? [`${failed}: `, found, `. ${todo}`] : [found]));
}

function failure(record) {
  return element("li", {}, element("span", { class: "path" }, record.path), why(record.failure),
    button(words.retry, record, () => act(() => again(api(base, "documents", record.document_id, "retry")))),
    button(words.remove, record, () => remove(record)));
}

/** A button for a document; none for those who may only read. */
function button(word, record, action) {
  if (!mayEdit) return "";
  return element("button", { type: "button", class: "quiet", "aria-label": `${word}: ${record.path}`, onclick: action }, word);
}

/** Ask for another try, and show its jobs at once: one may be over before its first event. */
async function again(address) {
  for (const job of (await request(address, { method: "POST" })).jobs) if (!jobs.has(job.id)) jobs.set(job.id, line(job.path));
}

async function remove(record) {
  if (confirm(`${words.remove_sure}\n\n${record.path}`)) await act(() => request(api(base, "documents", record.document_id), { method: "DELETE" }));
}

async function act(action) {
  try {
    await action();
    await Promise.all([list(), count()]);
  } catch (error) {
    complain(error);
  }
}

const drop = id("drop");
for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("over"); });
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", async (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  await sendAll(await dropped(event.dataTransfer));
});
for (const name of ["files", "folder"]) id(name).addEventListener("change", async ({ target }) => {
  const chosen = [...target.files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  target.value = "";
  await sendAll(chosen);
});
id("retry-all").addEventListener("click", () => act(() => again(api(base, "retry"))));
id("more").addEventListener("click", () => list(next).catch(complain));
id("filter").addEventListener("input", () => list().catch(complain));
follow();
list().catch(complain);
