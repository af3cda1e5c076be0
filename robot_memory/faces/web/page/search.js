// One search over all that is remembered; it shows answers: who said what, and when.

import { get } from "./api.js";
import { ago, byId, entryLink, item, make, nothing, replace, when } from "./elements.js";

const FROM = {
  entry: "what the robot knows", fact: "a fact", knowledge: "its notes", chunk: "a conversation",
  event: "the record of changes", observation: "the evidence",
};

export async function search(entries) {
  const query = byId("question").value.trim();
  if (!query) return;
  byId("hits").hidden = false;
  replace("hit-list", nothing("Searching …"));
  byId("hits-title").textContent = `Found for “${query}”`;
  byId("hits-title").focus();
  try {
    const { hits } = await get("recall", { query, limit: 10 });
    if (hits.length && !hits[0].is_answer) {
      byId("hits-title").textContent = `Nothing in the memory clearly answers “${query}”. What comes nearest:`;
    }
    const known = new Set(entries.map((entry) => entry.id));
    replace("hit-list", ...(hits.length ? hits.map((hit) => view(hit, known)) : [nothing("Nothing was found.")]));
  } catch (error) {
    replace("hit-list", item(error.message));
  }
}

function view(hit, known) {
  const words = `${hit.speaker ? `${hit.speaker}: ` : ""}${hit.text}`;
  const time = hit.time ? `, ${when(hit.time)} (${ago(hit.time)})` : "";
  const from = hit.source === "entry" && !known.has(hit.id) ? "the archive: agents are told of it no more" : FROM[hit.source] ?? hit.source;
  return item(known.has(hit.id) ? entryLink(hit.id, words) : words,
    make("p", { class: "quiet" }, [`from ${from}${time}`, ...hit.why.filter((why) => why.startsWith("over"))].join("; ")));
}
