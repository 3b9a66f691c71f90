// The page of one document: the passage that the address names is lit, and another when the address changes.

import { element, words } from "./page.js";
import { showSource, spanOf } from "./viewer.js";

const room = document.getElementById("source");

async function show() {
  try {
    await showSource(room, room.dataset.base, room.dataset.document, spanOf(location.hash));
  } catch (error) {
    room.replaceChildren(element("p", { class: "bad", role: "alert" }, error.message));
  }
}

addEventListener("hashchange", show);
show();
