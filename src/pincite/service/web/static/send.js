// Files on their way to the service: small ones whole, large ones in parts that go on where they were cut off.

import { api, asJson, call, problem, request } from "./page.js";

const WHOLE = 8_000_000; // bytes
const PART = 4_000_000;
const TRIES = 5;

/** Send one file; `tell` is called with the share that is there. Throws an Error with the reason. */
export async function send(base, file, path, tell) {
  if (file.size <= WHOLE) return whole(base, file, path);
  const upload = await request(api(base, "uploads"), asJson("POST", { path, size: file.size }));
  return parts(api(base, "uploads", upload.id), file, tell);
}

async function whole(base, file, path) {
  const form = new FormData();
  form.append("files", file, file.name);
  form.append("paths", path);
  return request(api(base, "documents"), { method: "POST", body: form });
}

async function parts(address, file, tell) {
  let [offset, tries] = [0, 0];
  for (;;) {
    try {
      const sent = await patch(address, file, offset);
      if (sent.jobs) return sent;
      [offset, tries] = [sent.offset, 0];
      tell(offset / file.size);
    } catch (error) {
      tries += 1;
      if (tries === TRIES || !(error instanceof TypeError)) throw error; // a TypeError of fetch: the network
      await new Promise((over) => setTimeout(over, 500 * 2 ** tries));
      offset = (await request(address)).offset;
    }
  }
}

async function patch(address, file, offset) {
  const body = file.slice(offset, offset + PART);
  const answer = await call(address, { method: "PATCH", body, headers: { "Upload-Offset": `${offset}`, "Content-Type": "application/octet-stream" } });
  if (!answer.ok) throw await problem(answer);
  return answer.json();
}

/** The files of a drop, those in folders too, as {file, path}. */
export async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  return (await Promise.all(entries.map((entry) => below(entry, "")))).flat();
}

async function below(entry, above) {
  if (entry.isFile) {
    const file = await new Promise((found, lost) => entry.file(found, lost));
    return [{ file, path: above + file.name }];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((read, lost) => reader.readEntries(read, lost)); // at most 100 at a time
    if (!some.length) return found.flat();
    found.push(...(await Promise.all(some.map((one) => below(one, `${above}${entry.name}/`)))));
  }
}
