// Makes elements, and puts times and durations into words. Texts are set as text, never as HTML.

/** Make an element: make("p", {class: "quiet"}, "text", child). */
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

const SVG = "http://www.w3.org/2000/svg";

export function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const byId = (id) => document.getElementById(id);

export const replace = (id, ...children) => byId(id).replaceChildren(...children);

export const item = (...children) => make("li", { class: "item" }, ...children);

export const nothing = (words) => item(make("span", { class: "quiet" }, words));

/** A text of somebody between quotes that none of its own can end. */
export const quoted = (text) => `“${text.replace(/[“”]/g, "'")}”`;

export const plural = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** A link that opens an entry in the list. */
export const entryLink = (id, words) => make("a", { href: `#${id}` }, words);

/** Whether an agent did it, or only an agent, or somebody whom nobody can check, says so. */
export const isAgents = (one) => [one.source, one.word_of].some((who) => ["agent", "claimed"].includes(who));

// The memory's own time: a recording's memory stands still, and clocks of two machines differ.
let ahead = 0;

export function setTime(time) {
  ahead = time.getTime() - Date.now();
}

export const now = () => Date.now() + ahead;

export const timeOf = (text) => new Date(text).getTime();

// Each with its seconds, and from how many on it is used: of a single one half would be lost.
const UNITS = [["day", 86400, 172800], ["hour", 3600, 7200], ["minute", 60, 60]];

/** How long ago something was, in words. */
export function ago(time) {
  const seconds = (now() - timeOf(time)) / 1000;
  if (seconds < -60) return "in the future";
  for (const [name, size, least] of UNITS) {
    const count = Math.round(seconds / size);
    if (seconds >= least) return `${count} ${name}${count > 1 ? "s" : ""} ago`;
  }
  return "just now";
}

/** A number in four digits, without an exponent where it can be. */
export const short = (value) => Number(Number(value).toPrecision(4)).toString();

/** A number with its unit; that of a share or a count, 1, says nothing. */
export const measured = (value, unit = "") => (unit && unit !== "1" ? `${value} ${unit}` : `${value}`);

export const when = (time) => new Date(time).toLocaleString(undefined, {
  dateStyle: "medium", timeStyle: "short",
});

export function duration(seconds) {
  if (seconds < 90) return `${seconds.toFixed(1)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
