// Make a knowledge base, then go to its documents.

import { asJson, request } from "./page.js";

const form = document.getElementById("make");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = form.elements.name.value;
  try {
    const made = await request("/api/v1/bases", asJson("POST", { name }));
    location.assign(`/b/${encodeURIComponent(made.name)}/documents`);
  } catch (error) {
    document.getElementById("trouble").textContent = error.message;
  }
});
