// What is new: since one looked last, or since a day; what is seen again comes behind what is new.

import { get } from "./api.js";
import { ago, byId, entryLink, isAgents, item, make, nothing, now, replace } from "./elements.js";

const SEEN = "robot-memory-seen";
const SHOWN = 6;
/** What is told of an entry, the most urgent first. */
const TELLS = {
  entry_created: "New", entry_reopened: "Back again", entry_known_doubted: "Doubted",
  entry_known_asked: "Asked to declare known",
  entry_not_known: "Known no longer", entry_mute_asked: "Asked to mute", entry_corrected: "Corrected",
  entry_undone: "Change taken back", entry_known: "Known", entry_resolved: "Cleared", entry_pruned: "Faded away", entry_archived: "Archived",
  entry_reinforced: "Seen again",
};
const ORDER = Object.keys(TELLS);
const LEAVES = ["entry_pruned", "entry_archived"];

/** Show what happened to entries; each in the words that it has now. */
export async function showNews(entries) {
  const days = Number(byId("news-since").value);
  const seen = Number(localStorage.getItem(SEEN) ?? 0);
  const from = days ? { since: new Date(now() - days * 86400e3).toISOString() } : { after: Math.min(seen, 2 ** 52) };
  const { events, newest } = await get("events", { ...from, limit: 1000 });
  const told = tellings(events, new Map(entries.map((entry) => [entry.id, entry])));
  const lines = told.slice(0, SHOWN).map((event) => item(
    make("b", {}, `${TELLS[event.type]}${isAgents(event) ? ", by an agent" : ""}: `), entryLink(event.id, event.text),
    make("span", { class: "quiet" }, ` ${ago(event.timestamp)}`)));
  if (told.length > SHOWN) lines.push(nothing(`and ${restWords(told.slice(SHOWN))}`));
  replace("news", ...(lines.length ? lines : [nothing("Nothing has changed.")]));
  byId("seen").hidden = !lines.length || days > 0;
  byId("seen").onclick = () => { localStorage.setItem(SEEN, newest); showNews(entries); };
}

/** Return of each entry what matters most, the newest first; what agents do comes last. */
function tellings(events, known) {
  const told = new Map();
  for (const event of events) {
    const isGone = event.id?.startsWith("mem-") && !known.has(event.id);
    if (isGone && !LEAVES.includes(event.type)) continue; // it is told that it left
    const before = told.get(event.id);
    const isLess = before && ORDER.indexOf(before.type) < ORDER.indexOf(event.type);
    if (event.type in TELLS && !isLess) told.set(event.id, event);
  }
  const rank = (event) => (event.type === "entry_reinforced" ? 1 : 0) + (isAgents(event) ? 2 : 0);
  for (const [id, event] of told) if (known.has(id)) told.set(id, { ...event, text: known.get(id).text });
  return [...told.values()].reverse().sort((one, other) => rank(one) - rank(other));
}

function restWords(events) {
  const counts = new Map();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${TELLS[type].toLowerCase()}`).join(", ");
}
