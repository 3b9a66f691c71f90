// Members: who has which role, changed where it stands.

import { api, asJson, cell, element, head, request, words } from "./page.js";

const form = document.getElementById("give");
const base = form.dataset.base;
const id = (name) => document.getElementById(name);

async function list() {
  const { members } = await request(api(base, "members"));
  id("rows").replaceChildren(...members.map(row));
  id("none").hidden = members.length > 0;
}

function row({ user, role }) {
  const choice = element("select", { "aria-label": `${words.role}: ${user}`, onchange: () => act(() => give(user, choice.value), user) },
    ...[...form.elements.role.options].map(({ value, text }) => element("option", { value, selected: value === role }, text)));
  return element("tr", { "data-user": user }, head(words.user, user), cell(words.role, choice),
    cell("", element("button", { type: "button", class: "quiet danger", "aria-label": `${words.remove}: ${user}`, onclick: () => take(user) }, words.remove)));
}

async function give(user, role) {
  await request(api(base, "members", user), asJson("PUT", { role }));
  id("said").textContent = `${user}: ${words[`role_${role}`]}`;
}

async function take(user) {
  if (!confirm(`${words.member_remove_sure}\n\n${user}`)) return;
  await act(async () => {
    await request(api(base, "members", user), { method: "DELETE" });
    id("said").textContent = `${user}: ${words.member_removed}`;
  });
  form.elements.user.focus();
}

/** Do it and list again, also where it was refused: then the list says what still holds. */
async function act(action, at) {
  id("trouble").replaceChildren();
  id("said").textContent = "";
  try {
    await action();
  } catch (error) {
    id("trouble").replaceChildren(element("p", { class: "bad" }, error.message));
  }
  try {
    await list();
  } catch {
    location.assign("/"); // whoever gave up their own role sees nothing here any more
  }
  if (at) document.querySelector(`tr[data-user="${CSS.escape(at)}"] select`)?.focus();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await act(async () => {
    await give(form.elements.user.value.trim(), form.elements.role.value);
    form.reset();
  });
});
act(async () => {});
