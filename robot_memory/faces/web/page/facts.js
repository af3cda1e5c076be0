// What is known as facts: who says so, and which ones are contradicted.

import { get } from "./api.js";
import { byId, item, make, plural, replace } from "./elements.js";

const SHOWN = 20;

/** Show the facts that are most present; the section is not there where none is known. */
export async function showFacts() {
  const { items, total } = await get("facts", { limit: SHOWN });
  byId("facts-section").hidden = !items.length;
  const left = total - items.length;
  replace("facts", ...items.map(factView),
    ...(left ? [item(make("span", { class: "quiet" }, `${plural(left, "weaker fact")}: ask the search above.`))] : []));
}

function factView(fact) {
  return item(fact.current ? fact.text : make("s", {}, fact.text),
    make("p", { class: "quiet" }, `from ${fact.source || "unknown"}`));
}
