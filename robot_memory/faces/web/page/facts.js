// What is known as facts: who says so, and which ones are contradicted.

import { byId, item, make, plural, replace } from "./elements.js";

const SHOWN = 20;

/** Show the facts that are most present; the section is not there where none is known. */
export function showFacts({ items, total }) {
  byId("facts-section").hidden = !items.length;
  const left = total - Math.min(items.length, SHOWN);
  replace("facts", ...items.slice(0, SHOWN).map(factView),
    ...(left ? [item(make("span", { class: "quiet" }, `${plural(left, "weaker fact")}: ask the search above.`))] : []));
}

function factView(fact) {
  return item(fact.current ? fact.text : make("s", {}, fact.text),
    make("p", { class: "quiet" }, `from ${fact.source || "unknown"}`));
}
