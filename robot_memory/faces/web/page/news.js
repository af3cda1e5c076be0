// What is new: since one looked last, or since a day. What is there stands first, then what came, what left,
// and what is seen again; what agents do comes last.

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
  const from = days ? { since: dayBefore(days) } : { after: Math.min(seen, 2 ** 52) };
  const { events, newest } = await get("events", { ...from, limit: 1000 });
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const told = tellings(events, known);
  const lines = told.map((event) => item(
    make("b", {}, `${TELLS[event.type]}${isAgents(event) ? ", by an agent" : ""}: `),
    known.has(event.id) ? entryLink(event.id, event.text) : event.text,
    make("span", { class: "quiet" }, ` ${ago(event.timestamp)}`)));
  const rest = told.length > SHOWN ? [item(opening(`and ${restWords(told.slice(SHOWN))}`, lines.slice(SHOWN)))] : [];
  const isFocused = document.activeElement.matches("#news summary");
  replace("news", ...(lines.length ? [...lines.slice(0, SHOWN), ...rest] : [nothing("Nothing has changed.")]));
  if (isFocused) byId("news").querySelector("summary")?.focus({ preventScroll: true });
  byId("seen").hidden = !lines.length || days > 0;
  byId("seen").onclick = () => { localStorage.setItem(SEEN, newest); showNews(entries); };
}

/** Lines that open below their words, and stay open while they are brought up to date. */
const opening = (words, lines) => make("details", { open: byId("news").querySelector("details[open]") !== null },
  make("summary", {}, words), make("ol", { class: "plain" }, ...lines));

/** The begin of a day so many days before today, in the zone of who looks. */
function dayBefore(days) {
  const begin = new Date(new Date(now()).setHours(0, 0, 0, 0));
  begin.setDate(begin.getDate() - days);
  return begin.toISOString();
}

/** Return of each entry what matters most; those to which something happened last come first. */
function tellings(events, known) {
  const told = new Map();
  for (const event of events) {
    const isGone = event.id?.startsWith("mem-") && !known.has(event.id);
    if (isGone && !LEAVES.includes(event.type)) continue; // it is told that it left
    const before = told.get(event.id);
    if (!(event.type in TELLS)) continue;
    const isLess = before && ORDER.indexOf(before.type) < ORDER.indexOf(event.type);
    told.delete(event.id); // what happened last is the newest
    told.set(event.id, isLess ? before : event);
  }
  for (const [id, event] of told) if (known.has(id)) told.set(id, { ...event, text: known.get(id).text });
  const rank = (event) => (isAgents(event) ? 8 : 0) + rankOf(event, known.get(event.id));
  return [...told.values()].reverse().sort((one, other) => rank(one) - rank(other));
}

const rankOf = ({ type }, entry) => {
  if (["present", "unknown"].includes(entry?.presence?.state)) return 0;
  if (type === "entry_reinforced") return 3;
  return LEAVES.includes(type) ? 2 : 1;
};

function restWords(events) {
  const counts = new Map();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `${count} ${TELLS[type].toLowerCase()}`).join(", ");
}
