// The page: asks the API, shows the answers, and asks again when something happened.

import { follow, get, getAll, mayWrite, post, useToken } from "./api.js";
import { occurrenceChart } from "./charts.js";
import {
  ago, byId, entryLink, isAgents, item, make, nothing, now, replace, setTime, timeOf, when,
} from "./elements.js";
import { EntryList } from "./entry_list.js";
import { placeMap } from "./map.js";
import { showNeeds } from "./needs.js";
import { showPeers } from "./peers.js";

const DAYS = 14;
const ROWS = 12; // of the timeline
const SOON = 2000; // ms between two refreshes while much happens
const SELDOM = 10000; // ms between two of the pictures
const SEEN = "robot-memory-seen";
const TELLS = {
  entry_created: "New", entry_reinforced: "Seen again", entry_reopened: "Back again",
  entry_known: "Known", entry_not_known: "Known no longer",
  entry_known_doubted: "Doubted", entry_mute_asked: "Asked to mute", entry_undone: "Change taken back",
  entry_resolved: "Cleared", entry_pruned: "Faded away", entry_archived: "Archived",
};
const list = new EntryList(() => refresh());
let frame = "";

async function showEntries() {
  const [health, entries] = await Promise.all([get("health"), getAll("entries", { include_resolved: true })]);
  setTime(new Date(health.time));
  const rows = `${health.seq} rows of evidence`;
  replace("robot", health.rrn ? `${health.rrn}, ${rows}, at ${when(health.time)}` : "Nothing is remembered yet.");
  list.update(entries);
  byId("add").hidden = !mayWrite();
  tellPresence(entries.filter((entry) => entry.type !== "resolved"));
  const [waiting, review] = await Promise.all([get("proposals"), get("review", { limit: 30 })]);
  showNeeds(health, waiting.items, review, refresh);
}

/** Say in one line how the robot is: what is there now, or was when it was last watched. */
function tellPresence(entries) {
  const of = (state) => entries.filter((entry) => entry.presence?.state === state);
  const [there, unknown] = [of("present"), of("unknown")];
  const count = (some) => `${some.length} fault${some.length === 1 ? "" : "s"}`;
  const since = (some) => some.map((entry) => entry.presence.since).sort();
  let words = "No fault is there now";
  if (there.length) words = `${count(there)} there now, since ${when(since(there)[0])}`;
  else if (unknown.length) words = `${count(unknown)} there at ${when(since(unknown).at(-1))}; nobody has watched since`;
  byId("presence").className = there.length ? "bad" : "quiet";
  if (byId("presence").textContent !== words) byId("presence").textContent = words;
}

async function showNews() {
  const seen = Number(localStorage.getItem(SEEN) ?? 0);
  const { events, newest } = await get("events", { after: Math.min(seen, 2 ** 52), limit: 200 });
  const told = new Map();
  for (const event of events) if (event.type in TELLS) told.set(event.id, event);
  const [own, others] = [true, false].map((is) =>
    [...told.values()].reverse().filter((event) => is !== isAgents(event)));
  const lines = [...own, ...others].slice(0, 8).map((event) => item(
    make("b", {}, `${TELLS[event.type]}: `), entryLink(event.id, event.text),
    make("span", { class: "quiet" }, ` ${ago(event.timestamp)}`)));
  const more = told.size - lines.length;
  if (more > 0) lines.push(nothing(`and ${more} more`));
  replace("news", ...(lines.length ? lines : [nothing("Nothing has changed.")]));
  byId("seen").hidden = !lines.length;
  byId("seen").onclick = () => { localStorage.setItem(SEEN, newest); showNews(); };
}

async function showTimeline() {
  const since = now() - DAYS * 86400e3;
  const lately = list.entries.filter((entry) => entry.key && timeOf(entry.last_reinforced) >= since);
  const shown = lately.slice(0, ROWS);
  const { occurrences } = shown.length ? await get("occurrences", {
    since: new Date(since).toISOString(), entries: shown.map((entry) => entry.id).join(","),
  }) : { occurrences: [] };
  const rows = shown.map((entry) => ({
    text: entry.text,
    presence: entry.presence,
    occurrences: occurrences.filter((one) => one.entry === entry.id),
  })).filter((row) => row.occurrences.length);
  const note = lately.length > ROWS ? `Of ${lately.length} entries that were seen then, the ${ROWS} surest.` : "";
  replace("timeline", occurrenceChart(rows, DAYS, note, byId("timeline").clientWidth));
}

async function showPlaces() {
  const data = await get("places", frame ? { frame } : {});
  replace("map", ...placeMap(data, byId("map").clientWidth, (chosen) => { frame = chosen; showPlaces(); }));
  list.setPlaces(data.places);
}

async function search(event) {
  event.preventDefault();
  const query = byId("question").value.trim();
  if (!query) return;
  byId("hits").hidden = false;
  replace("hit-list", nothing("Searching …"));
  byId("hits-title").focus();
  try {
    const { hits } = await get("recall", { query, limit: 20 });
    replace("hit-list", ...(hits.length ? hits.map(hitView) : [nothing("Nothing was found.")]));
  } catch (error) {
    replace("hit-list", item(error.message));
  }
}

function hitView(hit) {
  const words = `${hit.speaker ? `${hit.speaker}: ` : ""}${hit.text}`;
  const isEntry = list.entries.some((entry) => entry.id === hit.id);
  return item(isEntry ? entryLink(hit.id, words) : words,
    make("p", { class: "quiet" }, `${hit.source} ${hit.id}${hit.time ? `, ${when(hit.time)}` : ""}; ${hit.why.join("; ")}`));
}

async function addNote(event) {
  event.preventDefault();
  const text = byId("note-text").value.trim();
  try {
    const noted = await post("entries", { type: byId("note-type").value, text, keep: byId("note-keep").checked });
    byId("note-text").value = "";
    byId("note-status").textContent = noted.created ? `Noted: ${text}` : noted.message;
    await refresh();
  } catch (error) {
    byId("note-status").textContent = error.message;
  }
}

let asking = Promise.resolve();
let drawn = -SELDOM;

/** Ask for what is shown anew, one refresh after the other; pictures not each time. */
function refresh() {
  asking = asking.then(async () => {
    try {
      await showEntries();
      document.documentElement.dataset.ready = "yes";
      await showNews();
      if (performance.now() - drawn >= SELDOM) {
        await Promise.all([showTimeline(), showPlaces(), get("peers").then(showPeers)]);
        drawn = performance.now();
      }
      tellState(true);
    } catch (error) {
      tellState(false, error.message);
    }
  });
  return asking;
}

function tellState(isWell, words = "") {
  byId("state").className = isWell ? "" : "bad";
  const said = isWell ? "Up to date" : `Not up to date: ${words || "the robot does not answer"}`;
  if (byId("state").textContent !== said) byId("state").textContent = said;
}

let due = 0;

/** Refresh soon: of many changes at once, once. */
function refreshSoon() {
  if (due) return;
  due = setTimeout(() => { due = 0; refresh(); }, SOON);
}

byId("search").addEventListener("submit", search);
byId("close-hits").addEventListener("click", () => { byId("hits").hidden = true; byId("question").focus(); });
byId("note").addEventListener("submit", addNote);
byId("access").addEventListener("submit", (event) => {
  event.preventDefault();
  useToken(byId("token").value.trim());
  byId("token").value = "";
  refresh();
});
window.addEventListener("resize", () => { drawn = -SELDOM; refreshSoon(); });
window.addEventListener("hashchange", () => list.openNamed());
setInterval(() => { if (!document.hidden) refreshSoon(); }, 30000);
refresh().then(() => {
  list.openNamed();
  follow(refreshSoon, () => tellState(false));
});
