// The chunking rule of the seed in plain JavaScript, written by hand from its printed TypeScript.
// One difference, on purpose: lengths are counted, and offsets given, in code points instead of UTF-16 units.
// Reads JSON Lines {text, title, target}; writes for each a JSON line [[text, content, section, from, to], ...].
import { createInterface } from "node:readline";

const points = (s) => [...s].length;

function chunk(doc, docTitle, target) {
  const out = [];
  const heads = [...doc.matchAll(/^## (.+)$/gm)].map((m) => ({ at: m.index, title: m[1].trim() }));
  const spans = heads.length
    ? heads.map((h, i) => ({ ...h, end: i + 1 < heads.length ? heads[i + 1].at : doc.length }))
    : [{ at: 0, title: "", end: doc.length }];
  for (const s of spans) {
    const header = s.title ? `${docTitle} > ${s.title}` : docTitle;
    const skip = /^## .+\n/.exec(doc.slice(s.at, s.end))?.[0].length ?? 0;
    const body = doc.slice(s.at + skip, s.end);
    const origin = s.at + skip;
    const long = (from, to) => points(body.slice(from, to)) > target;
    const emit = (from, to) => {
      const raw = body.slice(from, to);
      const lead = raw.length - raw.trimStart().length;
      const content = raw.trim();
      if (!content) return;
      const start = points(doc.slice(0, origin + from + lead));
      out.push([`[${header}]\n${content}`, content, s.title, start, start + points(content)]);
    };
    let open = null;
    for (const m of body.matchAll(/[^\n]([^\n]|\n(?!\n))*/g)) {
      const [pf, pt] = [m.index, m.index + m[0].length];
      if (long(pf, pt)) {
        if (open) { emit(...open); open = null; }
        let cur = null;
        for (const sm of body.slice(pf, pt).matchAll(/[^.!?]*[.!?]*\s*/g)) {
          if (!sm[0]) continue;
          const [sf, st] = [pf + sm.index, pf + sm.index + sm[0].length];
          if (cur && long(cur[0], st)) { emit(...cur); cur = null; }
          cur = cur ? [cur[0], st] : [sf, st];
        }
        if (cur) emit(...cur);
        continue;
      }
      if (open && long(open[0], pt)) { emit(...open); open = null; }
      open = open ? [open[0], pt] : [pf, pt];
    }
    if (open) emit(...open);
  }
  return out;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { text, title, target } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(chunk(text, title, target))}\n`);
}
