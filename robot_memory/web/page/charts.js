// Draws plain SVG from the API's data.

import { draw, duration, make, when } from "./elements.js";

const WIDTH = 640;
const DAY = 86400e3;

function picture(height, label, caption, ...marks) {
  const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label }, ...marks);
  return make("figure", {}, svg, make("figcaption", {}, caption));
}

const time = (text) => new Date(text).getTime();

/** Confidence over time: what raised it, and how it fades. */
export function confidenceChart(history) {
  const height = 150;
  const known = history.raised;
  const points = [...known, ...history.fading].map((point) => [time(point.time), point.confidence]);
  const first = Math.min(...points.map(([at]) => at));
  const last = Math.max(Date.now(), ...points.map(([at]) => at));
  const x = (at) => 30 + ((at - first) / Math.max(1, last - first)) * (WIDTH - 40);
  const y = (value) => 10 + (1 - value) * (height - 30);
  const line = (list) => list.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const raised = known.flatMap((point) => [
    ...(point.before === null ? [] : [[time(point.time), point.before]]),
    [time(point.time), point.confidence],
  ]);
  const fading = history.fading.map((point) => [time(point.time), point.confidence]);
  const marks = [0, 0.5, 0.8, 1].flatMap((value) => [
    draw("line", { class: "axis", x1: 30, x2: WIDTH - 10, y1: y(value), y2: y(value) }),
    draw("text", { x: 0, y: y(value) + 4 }, `${value * 100} %`),
  ]);
  const now = fading[fading.length - 1][1];
  return picture(
    height, `Confidence over time, now ${Math.round(now * 100)} percent`,
    `Dots: observations that raised it. Dashed: it fades by ${history.decay_per_day} a day without more.`,
    ...marks,
    draw("polyline", { class: "curve", points: line([...raised, fading[0]]) }),
    draw("polyline", { class: "curve faded", points: line(fading) }),
    ...known.map((point) => draw("circle", {
      class: "mark", cx: x(time(point.time)), cy: y(point.confidence), r: 3,
    })),
    draw("text", { x: 30, y: height - 4 }, when(first)),
    draw("text", { x: WIDTH - 10, y: height - 4, "text-anchor": "end" }, "now"),
  );
}

/** Occurrences in rows, one for each entry. */
export function occurrenceChart(rows, days) {
  if (!rows.length) return make("p", { class: "quiet" }, `Nothing happened in the last ${days} days.`);
  const end = Date.now();
  const begin = end - days * DAY;
  const height = rows.length * 34 + 24;
  const x = (at) => Math.max(0, ((at - begin) / (end - begin)) * WIDTH);
  const marks = rows.flatMap((row, number) => {
    const top = number * 34;
    const name = row.text.length > 90 ? `${row.text.slice(0, 89)}…` : row.text;
    return [
      draw("text", { class: "label", x: 0, y: top + 12 }, name),
      draw("line", { class: "axis", x1: 0, x2: WIDTH, y1: top + 23, y2: top + 23 }),
      ...row.occurrences.map((one) => {
        const from = x(time(one.start));
        const to = one.end ? x(time(one.end)) : from;
        const seconds = one.end ? (time(one.end) - time(one.start)) / 1000 : 0;
        const words = `${when(one.start)}${seconds ? `, for ${duration(seconds)}` : ""}`;
        return draw("rect", {
          class: "mark", x: from, y: top + 17, width: Math.max(3, to - from), height: 12, rx: 2,
        }, draw("title", {}, words));
      }),
    ];
  });
  const count = rows.reduce((sum, row) => sum + row.occurrences.length, 0);
  return picture(
    height, `${count} occurrences of ${rows.length} entries in the last ${days} days`,
    `The last ${days} days, ${count} occurrences; the width is how long each lasted.`, ...marks,
    draw("text", { x: 0, y: height - 4 }, when(begin)),
    draw("text", { x: WIDTH, y: height - 4, "text-anchor": "end" }, "now"),
  );
}

/** Places and the robot's track, in one frame. */
export function placeMap(places, track) {
  const frame = (places[0] ?? track[track.length - 1])?.frame;
  const here = places.filter((place) => place.frame === frame);
  const points = track.filter((point) => point.frame === frame);
  if (!here.length && !points.length) return make("p", { class: "quiet" }, "No place is known yet.");
  const xs = [...here.flatMap((p) => [p.x - p.radius, p.x + p.radius]), ...points.map((p) => p.x)];
  const ys = [...here.flatMap((p) => [p.y - p.radius, p.y + p.radius]), ...points.map((p) => p.y)];
  const left = Math.min(...xs);
  const top = Math.max(...ys);
  const span = Math.max(Math.max(...xs) - left, top - Math.min(...ys), 1e-6) * 1.1;
  const height = 360;
  const scale = height / span;
  const x = (value) => (value - left) * scale + (WIDTH - (Math.max(...xs) - left) * scale) / 2;
  const y = (value) => (top - value) * scale + 18;
  return picture(
    height + 20, `${here.length} places in the frame ${frame}`,
    `Frame ${frame}. The line joins the positions at which something was observed.`,
    draw("polyline", { class: "track", points: points.map((p) => `${x(p.x)},${y(p.y)}`).join(" ") }),
    ...here.flatMap((place) => [
      draw("circle", { class: "place", cx: x(place.x), cy: y(place.y), r: Math.max(5, place.radius * scale) },
        draw("title", {}, `${place.text} (${Math.round(place.confidence * 100)} %, ${place.events} times)`)),
      draw("text", { class: "label", x: x(place.x) + 8, y: y(place.y) - 8 }, place.text.slice(0, 48)),
    ]),
  );
}

/** One signal around the onset of a fault. */
export function frameChart(name, seconds, values) {
  const finite = values.filter((value) => Number.isFinite(value));
  if (finite.length < 2) return null;
  const low = Math.min(...finite);
  const span = Math.max(...finite) - low || 1;
  const begin = Math.min(...seconds);
  const width = Math.max(...seconds) - begin || 1;
  const at = (index) => `${((seconds[index] - begin) / width) * WIDTH},${60 - ((values[index] - low) / span) * 52}`;
  const points = values.map((value, index) => (Number.isFinite(value) ? at(index) : "")).join(" ");
  const zero = (-begin / width) * WIDTH;
  return picture(
    66, `${name} around the onset, from ${low} to ${low + span}`,
    `${name}: ${low.toPrecision(4)} to ${(low + span).toPrecision(4)}; the line is the onset.`,
    draw("line", { class: "axis", x1: zero, x2: zero, y1: 0, y2: 64 }),
    draw("polyline", { class: "curve", points }),
  );
}
