// What every page needs: its words, elements made without markup, and requests that explain themselves.

export const words = JSON.parse(document.getElementById("words").textContent);

/** The words with what stands in braces filled in. */
export function filled(text, values) {
  return text.replaceAll(/\{(\w+)\}/g, (found, name) => values[name] ?? found);
}

/** An element; text is always text. `attributes` whose value is null, undefined or false are left out. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** What this page may offer: changing documents and the golden set; choosing the threshold. The service decides. */
export const mayEdit = document.getElementById("content").hasAttribute("data-may-edit");
export const mayOwn = document.getElementById("content").hasAttribute("data-may-own");

/** The token of the session; undefined where nobody has logged in. */
export const token = document.querySelector("meta[name=csrf]")?.content;

/** fetch, with the token of the session, without which a page changes nothing. */
export function call(path, options = {}) {
  return fetch(path, token ? { ...options, headers: { ...options.headers, "X-CSRF-Token": token } } : options);
}

/** What the service answers; throws an Error with the words of its problem. */
export async function request(path, options = {}) {
  const answer = await call(path, options);
  if (!answer.ok) throw await problem(answer);
  return answer.status === 204 ? null : answer.json();
}

/** A problem as an Error: its words, or the status where there are none, and its `code`. */
export async function problem(answer) {
  const { detail, code } = await answer.json().catch(() => ({}));
  return Object.assign(new Error(detail ?? `${words.error} (${answer.status})`), { code });
}

export function asJson(method, body) {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** The path of a knowledge base, or of something in it, in the API. */
export function api(base, ...parts) {
  return ["/api/v1/bases", base, ...parts].map((part, index) => (index ? encodeURIComponent(part) : part)).join("/");
}

/** The address of a passage in the viewer. */
export function passage(base, place) {
  return `/b/${encodeURIComponent(base)}/d/${encodeURIComponent(place.document_id)}#char=${place.from},${place.to}`;
}

/** A cell of a table; on a narrow screen, where the head of its column is not shown, `name` stands before it. */
export function cell(name, ...children) {
  return element("td", { "data-name": name }, ...children);
}

/** The cell that names its row. */
export function head(name, ...children) {
  return element("th", { scope: "row", "data-name": name }, ...children);
}

/** A moment, in seconds since 1970, as people here write it. */
export function moment(seconds) {
  const date = new Date(1000 * seconds);
  return element("time", { datetime: date.toISOString() }, date.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }));
}

/** A button that copies what `text` gives, and says so. */
export function copied(name, text) {
  const button = element("button", { type: "button", class: "quiet", onclick: async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = words.copied;
  } }, name);
  return button;
}

/** A button that copies a request of the API, with what `body` gives, as a command for a shell. */
export function copyCurl(path, body) {
  const key = token ? '-H "Authorization: Bearer $PINCITE_KEY" ' : "";
  const quoted = () => JSON.stringify(body()).replaceAll("'", "'\\''");
  return copied(words.copy_curl, () => `curl ${location.origin}${path} ${key}-H 'Content-Type: application/json' -d '${quoted()}'`);
}
