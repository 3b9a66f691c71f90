// Ask: the evidence first, then the words as they come, then the whole answer, checked.

import { api, asJson, call, copyCurl, element, problem, words } from "./page.js";
import { showAnswer, showDraft, why } from "./answer.js";
import { events } from "./stream.js";
import { showSource } from "./viewer.js";

const form = document.getElementById("ask");
const box = document.getElementById("q");
const room = document.getElementById("answer");
const progress = document.getElementById("progress");
const trouble = document.getElementById("trouble");
const beside = document.getElementById("source");
const base = form.dataset.base;
const before = document.getElementById("before");
const anew = document.getElementById("anew");
const MOST_TURNS = 20;
let asking = null;
let turns = []; // what was said before: it helps to search for a question that leans on it, and is never evidence

async function ask(question) {
  asking?.abort();
  asking = new AbortController();
  shut();
  trouble.replaceChildren();
  room.replaceChildren();
  room.setAttribute("aria-busy", "true");
  progress.textContent = `${words.asking}…`;
  history.replaceState(null, "", `?q=${encodeURIComponent(question)}`);
  try {
    const options = asJson("POST", { question, history: turns });
    options.headers.Accept = "text/event-stream";
    const answer = await call(api(base, "ask"), { ...options, signal: asking.signal });
    if (!answer.ok) throw await problem(answer);
    await follow(answer, question);
  } catch (error) {
    if (error.name === "AbortError") return;
    trouble.replaceChildren(element("p", { class: "bad" }, error.code === "NotReady" ? words.empty : error.message), again(question));
  }
  progress.textContent = "";
  room.setAttribute("aria-busy", "false");
}

async function follow(answer, question) {
  let draft = "";
  for await (const { event, data } of events(answer)) {
    if (event === "evidence") progress.textContent = `${words.writing}…`;
    if (event === "text") showDraft(room, (draft += data.text));
    if (event === "answer") {
      show(data, question, turns);
      if (before.children.length) form.scrollIntoView({ block: "start" }); // what was asked before has pushed it down
    }
    if (event === "problem") throw Object.assign(new Error(data.detail), data);
  }
}

function show(answer, question, history) {
  showAnswer(room, base, answer, open);
  room.append(element("p", { class: "after" }, copyCurl(api(base, "ask"), () => (history.length ? { question, history } : { question })),
    element("a", { class: "button quiet", href: `/b/${encodeURIComponent(base)}/inspect?q=${encodeURIComponent(question)}` }, words.inspect_this)));
  remember(question, answer.answer ?? why(answer));
}

/** Keep a question and what became of it; those before the last one stand above it. */
function remember(question, said) {
  before.replaceChildren(...turns.filter(({ role }) => role === "user").map(({ content }, number) =>
    element("li", {}, element("b", {}, content), element("p", { class: "text" }, turns[2 * number + 1].content))));
  turns = [...turns, { role: "user", content: question }, { role: "assistant", content: said }].slice(-2 * MOST_TURNS);
  anew.hidden = false;
}

function begin() {
  asking?.abort();
  turns = [];
  shut();
  for (const place of [before, room, trouble, progress]) place.replaceChildren();
  anew.hidden = true;
  box.value = "";
  history.replaceState(null, "", location.pathname);
  box.focus();
}

function again(question) {
  return element("button", { type: "button", onclick: () => ask(question) }, words.try_again);
}

/** Show a source beside the answer; closing it gives the focus back to what opened it. */
async function open(citation, opener) {
  const room = element("div", { class: "room" });
  const close = element("button", { type: "button", class: "close", onclick: () => { shut(); opener.focus(); } }, words.close);
  beside.replaceChildren(close, room);
  beside.hidden = false;
  document.getElementById("beside").classList.add("open");
  close.focus();
  try {
    await showSource(room, base, citation.document_id, { from: citation.from, to: citation.to });
  } catch (error) {
    room.replaceChildren(element("p", { class: "bad", role: "alert" }, error.code === "NotFound" ? words.source_removed : error.message));
  }
}

function shut() {
  beside.hidden = true;
  beside.replaceChildren();
  document.getElementById("beside").classList.remove("open");
}

anew.addEventListener("click", begin);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (box.value.trim()) ask(box.value);
});
box.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !beside.hidden) beside.querySelector(".close").click();
});

const first = document.getElementById("first");
if (first) show(JSON.parse(first.textContent), box.value, []);
