// Draws plain SVG from the API's data, as wide as the place for it: texts keep their size.

import { draw, duration, make, now, timeOf as time, when } from "./elements.js";

const LEFT = 44;
const RIGHT = 8;
const ROW = 36;
const LETTER = 7.5; // px, a letter of a label at most
const SHORTEST = 600e3; // ms that a timeline shows at least

export function picture(width, height, label, caption, ...marks) {
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label,
  }, ...marks);
  return make("figure", {}, svg, make("figcaption", {}, caption));
}

/** Confidence over time: what raised it, and its decay. */
export function confidenceChart(history, width) {
  const height = 160;
  const known = history.raised;
  const points = [...known, ...history.decay].map((point) => [time(point.time), point.confidence]);
  const first = Math.min(...points.map(([at]) => at));
  const last = Math.max(now(), ...points.map(([at]) => at));
  const x = (at) => LEFT + ((at - first) / Math.max(1, last - first)) * (width - LEFT - RIGHT);
  const y = (value) => 10 + (1 - value) * (height - 34);
  const line = (list) => list.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const raised = known.flatMap((point) => [
    ...(point.before === null ? [] : [[time(point.time), point.before]]),
    [time(point.time), point.confidence],
  ]);
  const decay = history.decay.map((point) => [time(point.time), point.confidence]);
  const grid = [0, 0.5, 0.8, 1].flatMap((value) => [
    draw("line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
    draw("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, `${value * 100} %`),
  ]);
  const value = decay[decay.length - 1][1];
  return picture(
    width, height, `Confidence over time, now ${Math.round(value * 100)} percent`,
    `Dots: observations that raised it. Dashed: it decays by ${history.decay_per_day} a day without more.`,
    ...grid,
    draw("polyline", { class: "curve", points: line([...raised, decay[0]]) }),
    draw("polyline", { class: "curve decay", points: line(decay) }),
    ...known.map((point) => draw("circle", {
      class: "mark", cx: x(time(point.time)), cy: y(point.confidence), r: 3,
    })),
    ...ends(width, height, LEFT, first),
  );
}

/** The times at the two ends of an axis. */
function ends(width, height, left, first) {
  return [
    draw("text", { x: left, y: height - 4 }, when(first)),
    draw("text", { x: width - RIGHT, y: height - 4, "text-anchor": "end" }, "now"),
  ];
}

/** Occurrences in rows, one for each entry, from the first of them on; `note` says what is left out. */
export function occurrenceChart(rows, days, note, width) {
  if (!rows.length) return make("p", { class: "quiet" }, `Nothing happened in the last ${days} days.`);
  const end = now();
  const starts = rows.flatMap((row) => row.occurrences.map((one) => time(one.start)));
  const oldest = Math.max(Math.min(...starts), end - days * 86400e3);
  const begin = end - Math.max(SHORTEST, (end - oldest) * 1.02);
  const height = rows.length * ROW + 24;
  const x = (at) => Math.max(0, ((at - begin) / (end - begin)) * (width - RIGHT));
  const longest = Math.max(20, Math.floor(width / LETTER));
  const marks = rows.flatMap((row, number) => {
    const top = number * ROW;
    const name = row.text.length > longest ? `${row.text.slice(0, longest - 1)}…` : row.text;
    return [
      draw("text", { class: "label", x: 0, y: top + 13 }, name),
      draw("line", { class: "axis", x1: 0, x2: width - RIGHT, y1: top + 24, y2: top + 24 }),
      ...row.occurrences.map((one) => occurrence(one, top, x, row.presence)),
    ];
  });
  const count = rows.reduce((sum, row) => sum + row.occurrences.reduce((some, one) => some + one.count, 0), 0);
  return picture(
    width, height, `${count} occurrences of ${rows.length} entries since ${when(begin)}`,
    `${count} occurrences; the width is how long each lasted. ${note}`, ...marks,
    ...ends(width, height, 0, begin),
  );
}

/** A bar; of what is there now it reaches to now. */
function occurrence(one, top, x, presence) {
  const isThere = !one.end && presence?.state === "present" && time(one.start) >= time(presence.since);
  const from = x(time(one.start));
  const to = one.end || isThere ? x(one.end ? time(one.end) : now()) : from;
  const seconds = one.end ? (time(one.end) - time(one.start)) / 1000 : 0;
  const lasted = isThere ? ", there now" : seconds ? `, for ${duration(seconds)}` : ", no end seen";
  const times = one.count > 1 ? `, ${one.count} times` : "";
  return draw("rect", {
    class: isThere ? "open" : "mark", x: from, y: top + 18, width: Math.max(3, to - from), height: 12, rx: 2,
  }, draw("title", {}, `${when(one.start)}${lasted}${times}`));
}

/** One signal around the onset of a fault. */
export function frameChart(name, seconds, values, width) {
  const finite = values.filter((value) => Number.isFinite(value));
  if (finite.length < 2) return null;
  const low = Math.min(...finite);
  const span = Math.max(...finite) - low || 1;
  const begin = Math.min(...seconds);
  const whole = Math.max(...seconds) - begin || 1;
  const at = (index) => `${((seconds[index] - begin) / whole) * width},${60 - ((values[index] - low) / span) * 52}`;
  const points = values.map((value, index) => (Number.isFinite(value) ? at(index) : "")).join(" ");
  const zero = (-begin / whole) * width;
  return picture(
    width, 66, `${name} around the onset, from ${low} to ${low + span}`,
    `${name}: ${low.toPrecision(4)} to ${(low + span).toPrecision(4)}; the line is the onset.`,
    draw("line", { class: "axis", x1: zero, x2: zero, y1: 0, y2: 64 }),
    draw("polyline", { class: "curve", points }),
  );
}
