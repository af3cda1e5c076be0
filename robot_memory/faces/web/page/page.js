// The page: asks the API, shows the answers, and asks again when something happened.

import { NOTE, closeDone, tellDone } from "./actions.js";
import { follow, get, getAll, mayWrite, post, setCaller, signIn, useToken } from "./api.js";
import { byId, make, now, replace, setTime } from "./elements.js";
import { EntryList } from "./entry_list.js";
import { showFacts } from "./facts.js";
import { figureTables } from "./figures.js";
import { DAYS, heatMap } from "./heat_map.js";
import { placeMap } from "./map.js";
import { showNeeds } from "./needs.js";
import { showNews } from "./news.js";
import { showPeers } from "./peers.js";
import { showLost, showRobotState } from "./robot_state.js";
import { search } from "./search.js";
import { showSessions } from "./sessions.js";

const SOON = 2000; // ms between two refreshes while much happens
const SELDOM = 10000; // ms between two of the pictures
const RARELY = 300000; // ms between two of what people stated and said: all files of sessions are read for it
const list = new EntryList(() => refresh());
const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
let frame = "";

async function showEntries() {
  const [health, entries] = await Promise.all([get("health"), getAll("entries", { include_resolved: true })]);
  setTime(new Date(health.time));
  setCaller(health.caller);
  showCaller(health.caller);
  showRobotState(health, entries.filter((entry) => entry.type !== "resolved"));
  list.update(entries);
  byId("add").hidden = !mayWrite();
  const [waiting, review] = await Promise.all([get("proposals"), get("review", { limit: 100 })]);
  showNeeds(health, waiting.items, review, refresh);
}

function openSignIn(event) {
  event?.preventDefault(); // to go to the same place again would take the focus away
  byId("sign-in").open = true;
  byId("token").focus();
}

/** Say who is signed in, with a way out; or lead to the form. */
function showCaller({ name, scopes }) {
  const leave = () => { useToken(""); byId("caller").dataset.name = ""; replace("caller"); refresh(); };
  const signOut = make("button", { type: "button", class: "link", onclick: leave }, "sign out");
  if (byId("caller").dataset.name && !name) replace("done", "You are signed out: the robot does not know your token any more.", closeDone());
  const words = name ? [`Signed in as ${name} (${scopes.join(", ")}), `, signOut] : [make("a", { href: "#sign-in", onclick: openSignIn }, "Sign in")];
  if (byId("caller").dataset.name !== name || !byId("caller").hasChildNodes()) replace("caller", ...words);
  byId("caller").dataset.name = name;
}

async function showTimeline() {
  const since = new Date(now() - DAYS * 86400e3).toISOString();
  const { occurrences } = await get("occurrences", { since });
  replace("timeline", heatMap(list.entries, occurrences, (part) => list.choose(part)));
  const table = document.querySelector("#timeline .scroll");
  if (table) table.scrollLeft = table.scrollWidth; // the newest is seen on a narrow screen, too
}

async function showFigures() {
  const [reliability, outcomes] = await Promise.all([get("reliability"), get("outcomes")]);
  const tables = figureTables(reliability, outcomes.items);
  byId("reliably").hidden = !tables.length;
  replace("figures", ...tables);
}

async function showTold() {
  const { context, tokens } = await get("context");
  byId("told-size").textContent = `${tokens} tokens, as an agent reads it at the start of a session.`;
  const words = context || "Nothing is remembered that matters now.";
  if (byId("told").textContent !== words) byId("told").textContent = words;
}

async function showPlaces() {
  const data = await get("places", frame ? { frame } : {});
  replace("map", ...placeMap(data, byId("map").clientWidth, (chosen) => { frame = chosen; showPlaces(); }));
  list.setPlaces(data.places);
}

async function addNote(event) {
  event.preventDefault();
  const text = byId("note-text").value.trim();
  if (!text) { byId("note-status").textContent = "Write a sentence first."; return; }
  try {
    const noted = await post("entries", { type: byId("note-type").value, text, keep: byId("note-keep").checked });
    byId("note-text").value = "";
    byId("note-status").textContent = noted.created ? "" : noted.message;
    if (noted.created) tellDone(NOTE, { id: noted.id, text }, refresh, noted);
    await refresh();
  } catch (error) {
    byId("note-status").textContent = error.message;
  }
}

let asking = Promise.resolve();
let drawn = -SELDOM;
let read = -RARELY;

/** Ask for what is shown anew, one refresh after the other; pictures not each time. */
function refresh() {
  asking = asking.then(async () => {
    try {
      await showEntries();
      document.documentElement.dataset.ready = "yes";
      await showNews(list.entries);
      if (performance.now() - drawn >= SELDOM) {
        await Promise.all([showTimeline(), showPlaces(), showFigures(), showTold(), get("peers").then(showPeers)]);
        drawn = performance.now();
      }
      if (performance.now() - read >= RARELY) {
        await Promise.all([showFacts(), showSessions()]);
        read = performance.now();
      }
      tellState(true);
    } catch (error) {
      tellState(false, error.message);
    }
  });
  return asking;
}

let answered = null;

function tellState(isWell, words = "") {
  if (isWell) answered = now();
  else if (answered !== null) showLost(answered);
  byId("state").className = isWell ? "" : "bad";
  const said = isWell ? `Up to date; times in ${ZONE}.` : `Not up to date: ${words}`;
  if (byId("state").textContent !== said) byId("state").textContent = said;
}

let due = 0;

/** Refresh soon: of many changes at once, once. */
function refreshSoon() {
  if (due) return;
  due = setTimeout(() => { due = 0; refresh(); }, SOON);
}

byId("search").addEventListener("submit", (event) => { event.preventDefault(); search(list.entries); });
byId("news-since").addEventListener("change", () => showNews(list.entries));
byId("close-hits").addEventListener("click", () => { byId("hits").hidden = true; byId("question").focus(); });
byId("note").addEventListener("submit", addNote);
byId("access").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await signIn(byId("token").value.trim());
    byId("token").value = byId("token-status").textContent = "";
    byId("sign-in").open = false;
    await refresh();
    byId("robot").scrollIntoView(); // where it says who is signed in
  } catch (error) {
    byId("token-status").textContent = error.message;
  }
});
window.addEventListener("resize", () => { drawn = -SELDOM; refreshSoon(); });
window.addEventListener("hashchange", () => {
  if (location.hash === "#sign-in") openSignIn(); else list.openNamed();
});
setInterval(() => { if (!document.hidden) refreshSoon(); }, 30000);
refresh().then(() => {
  if (location.hash === "#sign-in") openSignIn(); else list.openNamed();
  follow(refreshSoon, () => tellState(false, "the robot does not answer"));
});
