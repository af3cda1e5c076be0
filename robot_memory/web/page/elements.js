// Makes elements. Texts are set as text, never as HTML.

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

export const replace = (id, ...children) => document.getElementById(id).replaceChildren(...children);

export const item = (...children) => make("li", { class: "item" }, ...children);

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** How long ago something was, in words. */
export function ago(time, now = Date.now()) {
  const seconds = (now - new Date(time).getTime()) / 1000;
  if (seconds < 0) return "in the future";
  for (const [name, size] of UNITS) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${name}${count > 1 ? "s" : ""} ago`;
  }
  return "just now";
}

export const when = (time) => new Date(time).toLocaleString(undefined, {
  dateStyle: "medium", timeStyle: "short",
});

export function duration(seconds) {
  if (seconds < 90) return `${seconds.toFixed(1)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
