// Draws plain SVG from the API's data, as wide as the place for it: texts keep their size.

import { draw, duration, make, measured, now, plural, short, timeOf as time, when } from "./elements.js";

const LEFT = 44;
const RIGHT = 8;
const STRIP = 18; // px, for the occurrences below a curve

export function picture(width, height, label, caption, ...marks) {
  const svg = draw("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label,
  }, ...marks);
  return make("figure", {}, svg, make("figcaption", {}, caption));
}

/** Confidence over time: what raised it, its decay, and below it when it happened. */
export function confidenceChart(history, width) {
  const height = 160 + STRIP;
  const known = history.raised;
  const points = [...known, ...history.decay].map((point) => [time(point.time), point.confidence]);
  const first = Math.min(...points.map(([at]) => at));
  const last = Math.max(now(), ...points.map(([at]) => at));
  const x = (at) => LEFT + ((at - first) / Math.max(1, last - first)) * (width - LEFT - RIGHT);
  const y = (value) => 10 + (1 - value) * (height - 34 - STRIP);
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
  const bars = history.occurrences.length
    ? ` Bars below: ${plural(history.occurrences.length, "occurrence")}, as long as each lasted.` : "";
  return picture(
    width, height, `Confidence over time, now ${Math.round(value * 100)} percent`,
    `Dots: observations that raised it. Dashed: it decays by ${history.decay_per_day} a day without more.${bars}`,
    ...grid,
    draw("polyline", { class: "curve", points: line([...raised, decay[0]]) }),
    draw("polyline", { class: "curve decay", points: line(decay) }),
    ...known.map((point) => draw("circle", {
      class: "mark", cx: x(time(point.time)), cy: y(point.confidence), r: 3,
    })),
    ...history.occurrences.map((one) => occurrence(one, x, height - 34, first)),
    ...ends(width, height, LEFT, first),
  );
}

function occurrence(one, x, top, first) {
  const [begin, end] = [time(one.start), time(one.end ?? one.start)];
  const from = x(Math.max(first, begin));
  const lasted = end > begin ? `, for ${duration((end - begin) / 1000)}` : "";
  return draw("rect", { class: "open", x: from, y: top, width: Math.max(2, x(Math.max(first, end)) - from), height: 12 },
    draw("title", {}, `${when(one.start)}${lasted}${one.count > 1 ? `, ${one.count} times` : ""}`));
}

/** The times at the two ends of an axis. */
function ends(width, height, left, first) {
  return [
    draw("text", { x: left, y: height - 4 }, when(first)),
    draw("text", { x: width - RIGHT, y: height - 4, "text-anchor": "end" }, "now"),
  ];
}

/** What a limit rests on: the variable before each onset, and in moments without the fault. */
export function limitChart(limit, width) {
  const height = 220;
  const all = [...limit.others, ...limit.onsets];
  if (!limit.onsets.length || all.length < 2) return null;
  const isNamed = typeof limit.value === "string";
  const names = [...new Set([...all.map((one) => one.value), limit.value])].sort();
  const level = (value) => (isNamed ? names.indexOf(value) : value);
  const levels = [...all.map((one) => level(one.value)), level(limit.value)];
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const times = all.map((one) => time(one.time));
  const first = Math.min(...times);
  const left = isNamed ? 2 * LEFT : LEFT;
  const x = (at) => left + ((time(at) - first) / Math.max(1, Math.max(...times) - first)) * (width - left - RIGHT);
  const y = (value) => 12 + ((high - level(value)) / (high - low || 1)) * (height - 46);
  const marks = isNamed ? names.slice(0, 12) : [low, limit.value, high];
  const dots = (list, kind, r) => list.map((one) => draw("circle", { class: kind, cx: x(one.time), cy: y(one.value), r },
    draw("title", {}, `${when(one.time)}: ${measured(one.value, limit.unit)}`)));
  return picture(
    width, height, `${limit.variable} before ${plural(limit.onsets.length, "onset")}, and without the fault`,
    `Circles: ${limit.variable} shortly before each of ${plural(limit.onsets.length, "onset")}. Dots: moments of ${limit.time} `
      + `without the fault. The line is the limit, ${measured(limit.value, limit.unit)}.`,
    ...marks.map((value) => draw("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" },
      isNamed ? value : Number(value.toPrecision(3)).toString())),
    draw("line", { class: "bound", x1: left, x2: width - RIGHT, y1: y(limit.value), y2: y(limit.value) }),
    ...dots(limit.others, "moment", 1.5), ...dots(limit.onsets, "onset", 4),
    draw("text", { x: left, y: height - 4 }, when(first)),
    draw("text", { x: width - RIGHT, y: height - 4, "text-anchor": "end" }, when(Math.max(...times))),
  );
}

/** One signal up to the onset of a fault, or around it. */
export function frameChart(name, seconds, values, width) {
  const finite = values.filter((value) => Number.isFinite(value));
  if (finite.length < 2) return null;
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const span = high - low || 1;
  const begin = Math.min(...seconds);
  const whole = Math.max(0, ...seconds) - begin || 1; // the onset is in the picture
  const at = (index) => `${((seconds[index] - begin) / whole) * width},${60 - ((values[index] - low) / span) * 52}`;
  const points = values.map((value, index) => (Number.isFinite(value) ? at(index) : "")).join(" ");
  const zero = Math.min((-begin / whole) * width, width - 1);
  const range = high > low ? `${short(low)} to ${short(high)}` : `always ${short(low)}`;
  const time = (x, anchor, words) => draw("text", { x, y: 78, "text-anchor": anchor }, words);
  return picture(
    width, 82, `${name} around the onset: ${range}`, `${name}: ${range}; the line is the onset.`,
    draw("line", { class: "axis", x1: zero, x2: zero, y1: 0, y2: 64 }),
    draw("polyline", { class: "curve", points }),
    time(0, "start", `${begin.toFixed(1)} s`), time(width, "end", `${(begin + whole).toFixed(1)} s`),
  );
}

const ROW = 22; // px, of one robot
const LONGEST_NAME = 16;

/** Robots beside each other: hours between failures with their intervals, on one logarithmic axis. */
export function intervalChart(robots, width) {
  const bounds = robots.flatMap((one) => [one.mtbf_low, one.mtbf_high]).filter(Number.isFinite);
  const low = Math.floor(Math.log10(Math.min(...bounds)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...bounds))));
  const left = 3 * LEFT;
  const height = ROW * robots.length + 24;
  const x = (hours) => left + ((Math.log10(hours) - low) / (high - low)) * (width - left - 3 * RIGHT);
  const decades = Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step));
  const row = (one, place) => {
    const y = ROW * place + ROW / 2;
    const name = one.name || one.value;
    return [
      draw("text", { x: left - 8, y: y + 4, "text-anchor": "end" },
        name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name),
      draw("line", { class: "curve", x1: x(one.mtbf_low), x2: one.mtbf_high ? x(one.mtbf_high) : width, y1: y, y2: y }),
      one.mtbf ? draw("circle", { class: "mark", cx: x(one.mtbf), cy: y, r: 4 }) : null,
    ];
  };
  return picture(
    width, height, `Hours between failures of ${plural(robots.length, "robot")}, the worst first`,
    "Dots: hours of operation between failures. Lines: their 95 % interval; one to the edge has no upper bound.",
    ...decades.flatMap((hours) => [
      draw("line", { class: "axis", x1: x(hours), x2: x(hours), y1: 0, y2: height - 22 }),
      draw("text", { x: x(hours), y: height - 6, "text-anchor": "middle" }, `${hours.toLocaleString()} h`),
    ]),
    ...robots.flatMap(row),
  );
}
