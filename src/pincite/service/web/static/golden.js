// The golden set's page: questions, evaluations and the threshold, and the jobs that change them.

import { api, element } from "./page.js";
import { evaluations, working } from "./evaluations.js";
import { items } from "./items.js";
import { threshold } from "./threshold.js";

const base = document.getElementById("questions").dataset.base;
const trouble = document.getElementById("trouble");

/** Do it; what went wrong is said above everything. */
async function act(action) {
  trouble.replaceChildren();
  try {
    return await action();
  } catch (error) {
    trouble.replaceChildren(element("p", { class: "card bad" }, error.message));
    trouble.scrollIntoView({ block: "center" });
    return null;
  }
}

const measured = evaluations(base, act);
const cut = threshold(base, act);
const set = items(base, act, () => { measured.list(); cut.show(); }); // figures of an older set are stale

const events = new EventSource(api(base, "events"));
let told = false; // until the first counts come, events tell of what was over before
events.addEventListener("status", () => { told = true; });
events.addEventListener("job", async (event) => {
  const job = JSON.parse(event.data);
  if (!told && !working(job)) return;
  if (job.kind === "evaluate") measured.follow(job);
  if (job.kind === "calibrate") cut.follow(job);
  if (["evaluate", "calibrate"].includes(job.kind) && !working(job)) await act(cut.show);
});

await act(set.list);
await act(measured.list);
await act(cut.show);
if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
