// Keys: what there is, a new one whose secret is shown this once, and revoking.

import { asJson, cell, copied, element, head, moment, request, words } from "./page.js";

const KEYS = "/api/v1/keys";
const id = (name) => document.getElementById(name);

async function list() {
  const { keys } = await request(KEYS);
  id("rows").replaceChildren(...keys.map(row));
  id("none").hidden = keys.length > 0;
}

function row(key) {
  const name = key.label || key.id;
  return element("tr", {}, head(words.key_label, key.label || element("span", { class: "dim" }, words.key_unnamed)),
    cell(words.key_id, element("code", {}, `pk_${key.id}_…`)),
    cell(words.key_scope, words[`scope_${key.scope}`]), cell(words.key_created, moment(key.created)),
    cell(words.key_used, key.used === null ? words.never : moment(key.used)),
    cell("", element("button", { type: "button", class: "quiet danger", "aria-label": `${words.key_revoke}: ${name}`, onclick: () => revoke(key) }, words.key_revoke)));
}

async function make(form) {
  const { key, secret } = await request(KEYS, asJson("POST", { label: form.elements.label.value.trim(), scope: form.elements.scope.value }));
  form.reset();
  const shown = element("code", { class: "secret" }, secret);
  id("secret").replaceChildren(element("p", {}, element("b", {}, words.key_once)), element("p", { class: "line" }, shown, copied(words.copy, () => secret)),
    element("p", { class: "dim" }, words.key_use, " ", element("code", {}, "Authorization: Bearer pk_…")));
  id("secret").hidden = false;
  id("secret").dataset.key = key.id;
  id("secret").focus();
  await list();
}

async function revoke(key) {
  if (!confirm(`${words.key_revoke_sure}\n\n${key.label || key.id}`)) return;
  await act(async () => {
    await request(`${KEYS}/${key.id}`, { method: "DELETE" });
    if (id("secret").dataset.key === key.id) id("secret").hidden = true;
    await list();
    id("label").focus();
  });
}

async function act(action) {
  id("trouble").replaceChildren();
  try {
    await action();
  } catch (error) {
    id("trouble").replaceChildren(element("p", { class: "bad" }, error.message));
  }
}

id("make").addEventListener("submit", (event) => {
  event.preventDefault();
  act(() => make(event.target));
});
act(list);
