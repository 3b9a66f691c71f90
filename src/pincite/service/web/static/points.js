// Offsets of the service count code points; JavaScript's strings count UTF-16 units.

/** The UTF-16 offsets of sorted code point offsets; those beyond the end become the end. */
export function units(text, points) {
  const found = [];
  let unit = 0;
  let point = 0;
  for (const wanted of points) {
    while (point < wanted && unit < text.length) {
      unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
      point += 1;
    }
    found.push(unit);
  }
  return found;
}

/** How many code points a text has. */
export function length(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
