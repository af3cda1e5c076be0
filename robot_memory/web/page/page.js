// The page: asks the API, shows the answers, and asks again when something happened.

import { follow, get, getAll, useToken } from "./api.js";
import { occurrenceChart, placeMap } from "./charts.js";
import { ago, item, make, replace, when } from "./elements.js";
import { entryView, openNamed, worth } from "./entry_view.js";

const DAYS = 14;
const FIRST = 20;
const SEEN = "robot-memory-seen";
const TELLS = {
  entry_created: "New", entry_reinforced: "Seen again", entry_reopened: "Back again",
  entry_resolved: "Cleared", entry_pruned: "Faded away", entry_archived: "Archived",
};
const byId = (id) => document.getElementById(id);
const nothing = (words) => item(make("span", { class: "quiet" }, words));
let entries = [];
let showsAll = false;

async function showHealth() {
  const health = await get("health");
  replace("robot", health.rrn ? `${health.rrn}, at ${when(health.time)}` : "Nothing is remembered yet.");
  const waiting = await get("proposals");
  const needs = [
    ...(health.problem ? [health.problem] : []),
    ...health.defects.map((one) => `The memory file has a defect: ${one.path}: ${one.problem}`),
    ...waiting.items.map((one) => `A skill waits for a decision: procedural/${one.target} `
      + `(robot-memory levels show ${one.id})`),
    ...entries.filter((entry) => entry.recovered_note && entry.type !== "resolved")
      .map((entry) => `Recovered? ${entry.text}: ${entry.recovered_note}`),
  ];
  replace("needs", ...(needs.length ? needs.map((words) => item(words)) : [nothing("Nothing.")]));
}

async function showNews() {
  const seen = Number(localStorage.getItem(SEEN) ?? 0);
  const { events, newest } = await get("events", { after: Math.min(seen, 2 ** 52), limit: 200 });
  const told = new Map();
  for (const event of events) if (event.type in TELLS) told.set(event.id, event);
  const lines = [...told.values()].reverse().slice(0, 8).map((event) => item(
    make("b", {}, `${TELLS[event.type]}: `), event.text,
    make("span", { class: "quiet" }, ` ${ago(event.timestamp)}`)));
  replace("news", ...(lines.length ? lines : [nothing("Nothing has changed.")]));
  byId("seen").hidden = !lines.length;
  byId("seen").onclick = () => { localStorage.setItem(SEEN, newest); showNews(); };
}

async function showEntries() {
  entries = await getAll("entries", { include_resolved: true });
  listEntries();
}

function listEntries() {
  const words = byId("words").value.toLowerCase();
  const kind = byId("kind").value;
  const chosen = entries.filter((entry) => (kind ? entry.type === kind : entry.type !== "resolved")
    && (entry.text + entry.tags.join(" ")).toLowerCase().includes(words));
  const open = document.querySelector("#entries [aria-expanded=true]");
  if (open && open.closest("#entries").contains(document.activeElement)) return;
  const named = chosen.findIndex((entry) => entry.id === location.hash.slice(1));
  const shown = showsAll ? chosen : chosen.slice(0, Math.max(FIRST, named + 1));
  replace("entries", ...(shown.length ? shown.map((entry) => entryView(entry, refresh))
    : [nothing(entries.length ? "No entry is like that." : "Nothing is known yet.")]));
  replace("count", `${shown.length} of ${chosen.length}`);
  byId("more").hidden = shown.length === chosen.length;
}

async function showTimeline() {
  const since = new Date(Date.now() - DAYS * 86400e3).toISOString();
  const { occurrences } = await get("occurrences", { since });
  const rows = entries.map((entry) => ({
    text: entry.text,
    occurrences: occurrences.filter((one) => one.entry === entry.id),
  })).filter((row) => row.occurrences.length);
  replace("timeline", occurrenceChart(rows.slice(0, 12), DAYS));
}

async function showPlaces() {
  const { places, track } = await get("places");
  replace("map", placeMap(places, track));
}

async function showPeers() {
  const { peers } = await get("peers");
  const views = peers.map((peer) => item(
    make("b", {}, peer.name ? `${peer.name} (${peer.rrn})` : peer.rrn),
    make("span", { class: "quiet" }, ` heard ${ago(peer.last_synced)}${peer.is_current ? "" : ", out of date"}`),
    peer.problem ? make("p", {}, peer.problem) : null,
    make("ul", { class: "plain" }, ...peer.entries.map((entry) => item(worth(entry), " ", entry.text)))));
  replace("peers", ...(views.length ? views : [nothing("No other robot was heard.")]));
}

async function search(event) {
  event.preventDefault();
  const query = byId("question").value.trim();
  if (!query) return;
  byId("hits").hidden = false;
  try {
    const { hits } = await get("recall", { query, limit: 20 });
    replace("hit-list", ...(hits.length ? hits.map((hit) => item(
      `${hit.speaker ? `${hit.speaker}: ` : ""}${hit.text}`,
      make("p", { class: "quiet" }, `${hit.source} ${hit.id}${hit.time ? `, ${when(hit.time)}` : ""}; ${hit.why.join("; ")}`)))
      : [nothing("Nothing was found.")]));
  } catch (error) {
    replace("hit-list", item(error.message));
  }
  byId("hits-title").focus();
}

let asking = Promise.resolve();

/** Ask for all parts anew, one refresh after the other. */
function refresh() {
  asking = asking.then(async () => {
    try {
      await showEntries();
      await Promise.all([showHealth(), showNews(), showTimeline(), showPlaces(), showPeers()]);
      tellState(true);
    } catch (error) {
      tellState(false, error.message);
    }
  });
  return asking;
}

function tellState(isWell, words = "") {
  byId("state").className = isWell ? "" : "bad";
  byId("state").textContent = isWell ? `As of ${new Date().toLocaleTimeString()}`
    : `Not up to date: ${words || "the robot does not answer"}`;
}

let due = 0;

/** Refresh soon: of many changes at once, once. */
function refreshSoon() {
  if (due) return;
  due = setTimeout(() => { due = 0; refresh(); }, 1000);
}

byId("search").addEventListener("submit", search);
byId("close-hits").addEventListener("click", () => { byId("hits").hidden = true; byId("question").focus(); });
byId("more").addEventListener("click", () => { showsAll = true; listEntries(); });
byId("words").addEventListener("input", listEntries);
byId("kind").addEventListener("change", listEntries);
byId("filter").addEventListener("submit", (event) => event.preventDefault());
byId("access").addEventListener("submit", (event) => {
  event.preventDefault();
  useToken(byId("token").value.trim());
  byId("token").value = "";
  refresh();
});
setInterval(refreshSoon, 30000);
refresh().then(() => {
  openNamed(location.hash.slice(1));
  document.documentElement.dataset.ready = "yes";
  follow(refreshSoon, (isLive) => { if (!isLive) tellState(false); });
});
