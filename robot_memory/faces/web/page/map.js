// The map of one frame: cells that the robot came by, where something was seen, and places.

import { picture } from "./charts.js";
import { draw, entryLink, item, make } from "./elements.js";

const HEIGHT = 360;
const MARGIN = 16;
const SHOWN = 20;
const METRES_A_DEGREE = 111195;

/** The map with its places as a list below, so that no text lies upon another. */
export function placeMap(data, width, onFrame) {
  const { frame, places, track, passes, walls } = data;
  if (!frame) return [make("p", { class: "quiet" }, "No place is known yet.")];
  const onto = projection(data, width);
  const shown = places.slice(0, SHOWN);
  const densest = Math.max(1, ...passes.map((cell) => cell.count));
  const side = Math.max(2, onto.size(data.cell_size));
  return [
    ...(data.frames.length > 1 ? [frameChoice(data.frames, frame, onFrame)] : []),
    picture(
      width, onto.height, `Map of ${places.length} places in the frame ${frame}`, caption(data, onto),
      ...passes.map((cell) => draw("rect", {
        class: "cell", x: onto.x(cell) - side / 2, y: onto.y(cell) - side / 2,
        width: side, height: side, "fill-opacity": (0.15 + 0.45 * (cell.count / densest)).toFixed(2),
      })),
      ...(walls.length ? [wallPath(data, onto)] : []),
      ...track.map((point) => draw("circle", { class: "seen", cx: onto.x(point), cy: onto.y(point), r: 2 })),
      ...shown.map((place, number) => mark(place, number + 1, onto)),
      ...scale(onto),
    ),
    make("ol", { class: "places" }, ...shown.map(words)),
    ...(places.length > SHOWN ? [make("p", { class: "quiet" }, `and ${places.length - SHOWN} more places`)] : []),
  ];
}

function caption(data, onto) {
  const unit = data.frame === "wgs84" ? "satellite positions" : `frame ${data.frame}`;
  const own = data.walls.length ? "Lines: the robot's own map. " : "";
  return `${unit}, ${onto.metres.toFixed(0)} m across. ${own}Squares: where the robot came by, darker where more `
    + `often. Dots: where something was seen. Numbers: the places below.`;
}

/** The robot's own map: each run of occupied cells is a stroke. */
function wallPath({ walls, wall_width: cell }, onto) {
  const ends = walls.map(([x, y, right, up]) => (
    `M${onto.x({ x }).toFixed(1)} ${onto.y({ y }).toFixed(1)}L${onto.x({ x: right }).toFixed(1)} ${onto.y({ y: up }).toFixed(1)}`));
  return draw("path", { class: "wall", d: ends.join(""), "stroke-width": Math.max(1, onto.size(cell)).toFixed(2) });
}

/** A bar of a round length, at most a third of the picture. */
function scale(onto) {
  const longest = onto.metres / 3;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = [5, 2, 1].map((factor) => factor * power).find((length) => length <= longest);
  const end = MARGIN + onto.size(onto.degrees(metres));
  const y = onto.height - 4;
  return [
    draw("line", { class: "scale", x1: MARGIN, x2: end, y1: y, y2: y }),
    draw("text", { x: end + 6, y: y + 3 }, `${Number(metres.toPrecision(1))} m`),
  ];
}

function frameChoice(frames, frame, onFrame) {
  return make("label", {}, "Frame ", make("select", { onchange: (event) => onFrame(event.target.value) },
    ...frames.map((name) => make("option", { value: name, selected: name === frame }, name))));
}

/** A place in the picture. The list below has the links: a picture holds none for those who hear it. */
function mark(place, number, onto) {
  const radius = Math.max(9, onto.size(onto.degrees(place.radius)));
  return draw("g", {},
    draw("title", {}, `${place.entry.text} (${place.entry.percent} %)`),
    draw("circle", { class: "place", cx: onto.x(place), cy: onto.y(place), r: radius }),
    draw("text", { class: "label number", x: onto.x(place), y: onto.y(place) + 4, "text-anchor": "middle" }, String(number)));
}

function words(place) {
  return item(entryLink(place.entry.id, place.entry.text),
    make("span", { class: "quiet" }, ` ${place.entry.percent} %; at ${at(place)}; on ${place.hits} of ${place.passes} passes`),
    ...place.limits.map((limit) => make("p", { class: "quiet" }, `Limit: ${limit}`)));
}

const at = (place) => `x ${place.x.toFixed(2)}, y ${place.y.toFixed(2)}, radius ${place.radius.toFixed(1)} m`;

/** How positions of a frame come to lie in the picture; degrees get the shape that metres have. */
function projection({ frame, places, track, passes, walls, cell_size: cell }, width) {
  const ends = walls.flatMap(([x, y, right, up]) => [{ x, y }, { x: right, y: up }]);
  const points = [...places, ...track, ...passes, ...ends];
  const isGlobe = frame === "wgs84";
  const shrink = isGlobe ? Math.cos((points[0].y * Math.PI) / 180) : 1;
  const xs = points.map((point) => point.x * shrink);
  const ys = points.map((point) => point.y);
  const [left, right] = [least(xs) - cell, most(xs) + cell];
  const [bottom, top] = [least(ys) - cell, most(ys) + cell];
  const scale = Math.min((width - 2 * MARGIN) / (right - left), HEIGHT / (top - bottom));
  const indent = (width - (right - left) * scale) / 2;
  return {
    height: (top - bottom) * scale + 2 * MARGIN,
    metres: (right - left) * (isGlobe ? METRES_A_DEGREE : 1),
    degrees: (metres) => (isGlobe ? metres / METRES_A_DEGREE : metres),
    size: (length) => length * scale,
    x: (point) => indent + (point.x * shrink - left) * scale,
    y: (point) => MARGIN + (top - point.y) * scale,
  };
}

// Of a hundred thousand numbers a call with each as an argument would fail.
const least = (numbers) => numbers.reduce((one, other) => Math.min(one, other), Infinity);
const most = (numbers) => numbers.reduce((one, other) => Math.max(one, other), -Infinity);
