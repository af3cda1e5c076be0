// How the robot is: one line that says it, and what is there now.

import { isKnown } from "./actions.js";
import { isWarning } from "./entry_view.js";
import { ago, byId, entryLink, isAgents, item, make, nothing, now, plural, replace, timeOf, when } from "./elements.js";

const SHOWN = 5;
const LATELY = 3; // of those that are over
const LONGEST = 80; // characters of a fault in the line
const DAY = 86400e3;

/** Show the name, the state in one line, and the faults that are there, or were when it was last watched. */
export function showRobotState(health, entries) {
  byId("robot").textContent = health.rrn || "Robot memory";
  document.title = health.rrn ? `${health.rrn}: robot memory` : "Robot memory";
  const [there, unknown] = ["present", "unknown"].map((state) =>
    entries.filter((entry) => entry.presence?.state === state)
      .sort((one, other) => isQuiet(one) - isQuiet(other)));
  const [kind, words] = stateWords(health, there, unknown, entries);
  byId("presence").className = kind;
  delete byId("presence").dataset.lost;
  if (byId("presence").textContent !== words) byId("presence").textContent = words;
  replace("there", ...lines(health, there, unknown, entries));
}

function stateWords(health, there, unknown, entries) {
  const since = (some) => when(some.map((entry) => entry.presence.since).sort()[0]);
  if (isEmpty(health, entries)) return ["unsure", `Nothing is remembered yet; ${health.watched}`];
  const alarming = there.filter((entry) => !isQuiet(entry));
  if (alarming.length) return ["bad", `Degraded since ${since(alarming)}: ${first(alarming)}`];
  if (there.length) return ["fine", `Nothing new is wrong: ${plural(there.length, "fault")} there now, known or muted`];
  if (unknown.length) return ["unsure", `Not known, ${health.watched}; then: ${first(unknown)}`];
  return [health.is_watched ? "fine" : "unsure", health.calm.replace(/^n/, "N")];
}

/** Say since when the robot does not answer: what is shown was so then. */
export function showLost(since) {
  const line = byId("presence");
  if (line.dataset.lost || !line.textContent) return;
  line.dataset.lost = "yes";
  line.className = "unsure";
  line.textContent = `Not heard since ${when(since)}; then: ${line.textContent}`;
}

/** The fault that stands first in the list, and how many others are. */
function first([one, ...others]) {
  const text = one.text.length > LONGEST ? `${one.text.slice(0, LONGEST - 1)}…` : one.text;
  return others.length ? `${text}, and ${plural(others.length, "other fault")}` : text;
}

const isEmpty = (health, entries) => !health.seq && !entries.length;

/** That a person declared a fault known, or muted it; empty where only an agent asks for that. */
function quietWords(entry) {
  const isPersons = (who) => who && !isAgents({ source: who.split(":")[0] });
  const { muted_until: end } = entry;
  if (isKnown(entry) && isPersons(entry.known_by)) return "; known";
  return (end === "unmuted" || timeOf(end) > now()) && isPersons(entry.muted_by) ? "; muted" : "";
}

const isQuiet = (entry) => quietWords(entry) !== "";

function lines(health, there, unknown, entries) {
  if (isEmpty(health, entries)) {
    return [nothing("Start the node on the robot, or replay a recording: "), item(make("code", {}, "robot-memory replay FILE"))];
  }
  const shown = [...there, ...unknown];
  return [
    ...(shown.length ? [] : [nothing(health.is_watched ? "No fault." : `Not known, ${health.watched}.`)]),
    ...shown.slice(0, SHOWN).map((entry) => make("li", { class: `item ${entry.presence.state}${isWarning(entry) ? " warning" : ""}` },
      entryLink(entry.id, entry.text), make("p", { class: "quiet" }, sinceWords(entry.presence) + quietWords(entry)))),
    ...(shown.length > SHOWN ? [nothing(`and ${shown.length - SHOWN} more: they stand first in the list below`)] : []),
    ...lately(entries),
  ];
}

const sinceWords = ({ state, since }) => (state === "present"
  ? `since ${when(since)}, ${ago(since)}`
  : `until ${when(since)}; unknown since`);

/** What else was there in the last day, or what was over last. */
function lately(entries) {
  const over = entries.filter((entry) => entry.presence?.state === "over")
    .sort((one, other) => other.presence.since.localeCompare(one.presence.since));
  const today = over.filter((entry) => now() - timeOf(entry.presence.since) < DAY).slice(0, LATELY);
  return (today.length ? today : over.slice(0, 1)).map((entry) => item(
    make("span", { class: "quiet" }, `Ended ${ago(entry.presence.since)}: `), entryLink(entry.id, entry.text)));
}
