// What every page needs: its words, elements made without markup, and requests that explain themselves.

export const words = JSON.parse(document.getElementById("words").textContent);

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

/** The token of the session; undefined where nobody has logged in. */
export const token = document.querySelector("meta[name=csrf]")?.content;

/** fetch, with the token of the session, without which a page changes nothing. */
export function call(path, options = {}) {
  return fetch(path, token ? { ...options, headers: { ...options.headers, "X-CSRF-Token": token } } : options);
}

/** What the service answers; throws an Error with the words of its problem. */
export async function request(path, options = {}) {
  const answer = await call(path, options);
  if (!answer.ok) throw new Error(await problem(answer));
  return answer.status === 204 ? null : answer.json();
}

/** The words of a problem, or the status where there are none. */
export async function problem(answer) {
  try {
    return (await answer.json()).detail;
  } catch {
    return `${words.error} (${answer.status})`;
  }
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
