// Risk and coverage as a picture: bluffs against answers given up, one step for each cut.

import { element, words } from "./page.js";
import { percent } from "./evaluations.js";

const SPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [640, 350, 52, 40, 32, 16];
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The picture of a curve; `stand(point)` moves the mark of the slider. `force` is the cut in force, null: none on this curve. */
export function drawn(points, force) {
  const known = points.filter((point) => point.given_up.value !== null && point.bluffs.all.value !== null);
  const sorted = [...known].sort((a, b) => a.given_up.value - b.given_up.value || b.bluffs.all.value - a.bluffs.all.value);
  const here = svg("circle", { r: 7, class: "here" });
  const lines = [svg("line", { class: "cross" }), svg("line", { class: "cross" })];
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words.curve_told, class: "curve" },
    ...axes(), ...(known.length ? [band(sorted)] : []), ...["far", "near", "all"].map((name) => line(sorted, name)).filter(Boolean), ...lines, ...marked(known, force), here);
  const stand = (point) => {
    const there = point.given_up.value !== null && point.bluffs.all.value !== null;
    for (const part of [here, ...lines]) part.classList.toggle("gone", !there);
    if (!there) return;
    const [left, top] = [x(point.given_up.value), y(point.bluffs.all.value)];
    set(here, { cx: left, cy: top });
    set(lines[0], { x1: LEFT, x2: left, y1: top, y2: top });
    set(lines[1], { x1: left, x2: left, y1: top, y2: HEIGHT - BOTTOM });
  };
  return { made: element("figure", { class: "risk" }, picture, legend(known, force)), stand };
}

function x(share) {
  return LEFT + share * (WIDTH - LEFT - RIGHT);
}

function y(share) {
  return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
}

function axes() {
  const across = TICKS.flatMap((share) => [svg("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(share), y2: y(share) }), svg("text", { class: "tick", x: LEFT - 8, y: y(share) + 4, "text-anchor": "end" }, percent(share))]);
  const along = TICKS.map((share) => svg("text", { class: "tick", x: x(share), y: HEIGHT - BOTTOM + 18, "text-anchor": share === 1 ? "end" : "middle" }, percent(share)));
  return [...across, ...along, svg("text", { class: "axis", x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, words.curve_x),
    svg("text", { class: "axis", x: 0, y: 13 }, words.curve_y)];
}

/** The interval of all bluffs, along the curve. */
function band(sorted) {
  const over = steps(sorted.map((point) => [x(point.given_up.value), y(point.bluffs.all.high)]));
  const under = steps(sorted.map((point) => [x(point.given_up.value), y(point.bluffs.all.low)]));
  return svg("polygon", { class: "band", points: [...over, ...under.reverse()].map((at) => at.join(",")).join(" ") });
}

function line(sorted, name) {
  const some = sorted.filter((point) => point.bluffs[name].value !== null);
  return some.length ? svg("polyline", { class: `line-${name}`, points: steps(some.map((point) => [x(point.given_up.value), y(point.bluffs[name].value)])).map((at) => at.join(",")).join(" ") }) : null;
}

/** Across first, then down: nothing between two cuts was measured. */
function steps(corners) {
  return corners.flatMap(([left, top], index) => (index ? [[left, corners[index - 1][1]], [left, top]] : [[left, top]]));
}

function marked(known, force) {
  if (force === null || !known.length) return [];
  const point = known.reduce((best, one) => (Math.abs(one.cut - force) < Math.abs(best.cut - force) ? one : best));
  const [left, top] = [x(point.given_up.value), y(point.bluffs.all.value)];
  return [svg("path", { class: "force", d: `M${left} ${top - 9}L${left + 9} ${top}L${left} ${top + 9}L${left - 9} ${top}Z` })];
}

function legend(known, force) {
  const shown = ["all", "near", "far"].filter((name) => known.some((point) => point.bluffs[name].value !== null));
  return element("figcaption", { class: "legend" }, ...shown.map((name) => element("span", { class: `key key-${name}` }, words[`curve_${name}`])),
    element("span", { class: "key key-here" }, words.curve_here), force === null ? "" : element("span", { class: "key key-force" }, words.curve_force));
}

function svg(name, attributes, ...children) {
  const made = document.createElementNS(SPACE, name);
  set(made, attributes);
  made.append(...children);
  return made;
}

function set(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
}
