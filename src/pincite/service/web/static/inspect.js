// Inspect: the page is whole without this; here are the same requests for a shell.

import { api, copyCurl } from "./page.js";

const after = document.getElementById("after");
const { base, query } = after.dataset;
for (const [route, body] of [["inspect", { query }], ["search", { query, k: 10 }]]) {
  const button = copyCurl(api(base, route), () => body);
  button.textContent += `: ${route}`;
  after.append(button);
}
