// An entry in the list, and what opens below it: why, since when, how it went, what may be done.

import { actionBar, isActedIn, isKnown } from "./actions.js";
import { get, getRecording, isSignedIn, mayWrite } from "./api.js";
import { confidenceChart, frameChart, limitChart } from "./charts.js";
import { ago, duration, entryLink, isAgents, make, measured, now, quoted, short, timeOf, when } from "./elements.js";

const ROWS = 20; // of evidence, that are shown
const NARROWEST = 300; // px, of a chart
const SEVERITIES = ["error", "warn"];
const KINDS = {
  hardware_observation: "hardware", environment_note: "surroundings",
  behavior_pattern: "behavior", resolved: "resolved",
};

/** The worst severity among its tags. */
const severityOf = ({ tags }) => SEVERITIES.find((name) => tags?.includes(name));

export const isWarning = (entry) => severityOf(entry) === "warn";

/** How bad it is: a dot in the colour of its severity; how sure the robot is: the percentage, a bar. */
export function worth(entry) {
  const bar = make("i");
  bar.style.width = `${entry.percent}%`;
  const severity = severityOf(entry) ?? "none";
  const there = entry.presence?.state === "present" ? "there" : "over";
  return make("span", { class: "worth", title: `${entry.percent} % sure` },
    make("span", { class: `dot ${severity} ${there}`, title: severity === "none" ? null : severity }), `${entry.percent} %`, make("span", { class: "hidden" }, " sure"),
    make("span", { class: "bar", "aria-hidden": "true" }, bar));
}

/** One entry of the list, which is kept while the entry changes: what is open stays open. */
export class EntryView {
  constructor(onChange) {
    this.onChange = onChange;
    this.shown = "";
    this.filledFor = "";
    this.detail = make("div", { class: "detail", hidden: true });
    this.button = make("button", {
      type: "button", "aria-expanded": "false", onclick: () => this.open(this.detail.hidden),
    });
    this.element = make("li", { class: "entry" }, this.button, this.detail);
  }

  /** Show an entry as it is now; `place` says where, if it has a place. */
  update(entry, place) {
    this.entry = entry;
    const words = `${summary(entry, place)}`;
    const shown = [entry.id, entry.percent, entry.text, words].join("\n");
    if (shown !== this.shown) {
      this.shown = shown;
      this.element.id = entry.id;
      this.element.classList.toggle("there", isThere(entry));
      this.element.classList.toggle("warning", isWarning(entry));
      this.detail.id = `detail-${entry.id}`;
      this.button.setAttribute("aria-controls", this.detail.id);
      this.button.replaceChildren(worth(entry), make("strong", {}, entry.text), make("span", { class: "quiet" }, words));
    }
    const isNews = !this.detail.hidden && this.filledFor !== this.state();
    if (isNews && !this.detail.contains(document.activeElement)) this.fill();
  }

  /** What the opened entry depends on: how often it was seen, and whether somebody may act on it. */
  state() {
    return `${this.entry.times_seen} ${mayWrite()}`;
  }

  open(opens) {
    this.detail.hidden = !opens;
    this.button.setAttribute("aria-expanded", String(opens));
    if (!opens) return;
    this.detail.replaceChildren(make("p", { class: "quiet" }, "…"));
    this.fill();
  }

  /** Somebody did something to it: show what it is now, and what may be done now. */
  async changed() {
    await this.onChange();
    if (!this.detail.hidden) await this.fill();
  }

  async fill() {
    const { id } = this.entry;
    this.filledFor = this.state();
    try {
      const [why, history, limit] = await Promise.all([
        get(`why/${id}`, { limit: ROWS }), get(`entries/${id}/history`),
        this.entry.limit ? get(`entries/${id}/limit`).catch((error) => ({ problem: error.message })) : null,
      ]);
      if (!this.element.isConnected) this.filledFor = ""; // it is asked for again when it is back
      if (isActedIn(this.detail) || !this.element.isConnected) return; // somebody types there, or it left
      const width = this.detail.clientWidth - parseFloat(getComputedStyle(this.detail).paddingLeft);
      this.detail.replaceChildren(...detailParts(why, history, limit, Math.max(NARROWEST, width), () => this.changed()));
    } catch (error) {
      this.filledFor = ""; // it is asked for again
      if (isActedIn(this.detail)) return;
      this.detail.replaceChildren(make("p", { role: "alert" }, error.message));
    }
  }
}

function summary(entry, place) {
  const last = entry.last_seen ? `, last ${ago(entry.last_seen)}` : "";
  return [
    ...presence(entry), ...[severityOf(entry) ?? []].flat(), KINDS[entry.type] ?? entry.type, source(entry),
    ...(place ? [`at x ${place.x.toFixed(1)}, y ${place.y.toFixed(1)}`] : []),
    ...(entry.rate ? [entry.rate.words] : []),
    `seen ${entry.times_seen}${last}, first ${ago(entry.first_seen)}`,
    ...("muted_until" in entry || "mute_asked_by" in entry ? [muted(entry)] : []),
    ...(isKnown(entry) ? [known(entry)] : []),
    ...(entry.known_asked_by ? [`${entry.known_asked_by} asks to declare it known${entry.known_asked_until ? ` until ${when(entry.known_asked_until)}` : ""}: ${quoted(entry.known_asked_why)}`] : []),
    ...("kept_until" in entry ? [kept(entry)] : []),
    ...(entry.recovered_note ? [ending(entry.recovered_note)] : []),
  ].join("; ");
}

/** Why it may be over: what the memory found, or what somebody asks for. */
const ending = (note) => (/ asks to (resolve|forget) it/.test(note) ? quoted(note) : `recovered? ${quoted(note)}`);

/** Whether it is there: since when, until when somebody watched, or how long it lasted. */
function presence({ presence: is }) {
  if (is?.state === "present") return [`there since ${when(is.since)}`];
  if (is?.state === "unknown") return [`there until ${when(is.since)}, unknown since`];
  return is?.lasted_s > 1 ? [`over, was there for ${duration(is.lasted_s)}`] : [];
}

/** Whether what an entry tells of is there now. */
export const isThere = (entry) => entry.presence?.state === "present";

/** Whether agents are not told of it, or an agent only asks for that. */
const muted = (entry) => {
  const asks = /^(agent|claimed)/.test(entry.muted_by) && !isAgents(entry) ? entry.muted_by : entry.mute_asked_by;
  return asks ? `told, though ${asks} asks to mute it` : "muted";
};

const until = ({ known_until: end }) => `until ${end === "worse" ? "it gets worse" : when(end)}`;

/** Until when it is known and who says so; the reason comes last, in quotes that it cannot end. */
const known = (entry) => `known ${until(entry)}, says ${entry.known_by || "a person"}`
  + (entry.known_why ? `: ${quoted(entry.known_why)}` : "");

/** Until when a person's note stands. */
const kept = ({ kept_until: end }) => (end === "withdrawn" ? "stands until it is resolved"
  : `${timeOf(end) <= now() ? "stood" : "stands"} until ${when(end)}`);

/** Who says so, in short; the evidence names them. */
function source(entry) {
  if (isAgents(entry)) return entry.source === "agent" ? "an agent noted it" : "said to be a person, over ROS";
  return entry.key ? `${entry.key[0]} of ${entry.key[1]}` : "a person noted it";
}

function detailParts(why, history, limit, width, onChange) {
  const { entry, evidence, limits, recordings } = why;
  return [
    ...(mayWrite() ? [actionBar(entry, onChange)] : []),
    make("p", { class: "quiet" }, `${entry.id}; since ${when(entry.first_seen)}`
      + (entry.tags.length ? `; ${entry.tags.join(", ")}` : "")),
    ...(limits.length ? [make("p", {}, "Limits of it: ", ...limits.flatMap((id) => [entryLink(id, textOf(id)), " "]))] : []),
    ...proof(limit, width),
    ...frames(evidence, width),
    ...recordings.map(recording),
    make("h3", {}, "How sure, and when it happened"),
    confidenceChart(history, width),
    make("h3", {}, `Who says so, when and where${evidence.length === ROWS ? `: the newest ${ROWS} rows` : ""}`),
    evidence.length ? evidenceTable(evidence) : make("p", {}, "No evidence here: it came with the file."),
  ];
}

/** The picture that shows what a limit rests on. */
function proof(limit, width) {
  if (limit?.problem) return [make("p", { class: "quiet" }, `No picture of the limit: ${limit.problem}`)];
  const chart = limit && limitChart(limit, width);
  return chart ? [make("h3", {}, "What the limit rests on"), chart] : [];
}

/** The messages around a fault: where they are, and a way to get them. */
function recording(path) {
  const name = path.split("/").pop();
  const status = make("span", { role: "status" });
  const save = async () => {
    try {
      const url = URL.createObjectURL(await getRecording(name));
      make("a", { href: url, download: name }).click();
      status.textContent = ` ${name} was downloaded.`;
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      status.textContent = ` ${error.message}`;
    }
  };
  return make("p", { class: "quiet" }, "The messages around it, for Foxglove or ros2 bag play: ", make("code", {}, path), " ",
    isSignedIn() ? make("button", { type: "button", onclick: save }, "Download") : "(sign in to download it)", status);
}

/** The sentence of an entry that is in the list. */
const textOf = (id) => document.querySelector(`#${CSS.escape(id)} strong`)?.textContent ?? id;

function evidenceTable(rows) {
  const names = ["When", "What", "Source", "Values"];
  const head = make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)));
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Evidence" },
    make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows.map(evidenceRow))));
}

const position = ({ frame }, value) => value.toFixed(frame === "wgs84" ? 6 : 2);

/** What a row of evidence is: a request is told as what it asks for. */
const kindWords = ({ kind, detail }) => (detail.asks ? `asks to ${detail.asks}` : kind.replaceAll("_", " "));

function evidenceRow(row) {
  const lasted = row.detail.lasted ? `, after ${duration(row.detail.lasted)}` : "";
  const from = row.topic || [row.source, row.detail.by].filter(Boolean).join(": ");
  const { at } = row.detail;
  const values = [
    ...(at ? [`at x ${position(at, at.x)}, y ${position(at, at.y)} in ${at.frame}`] : []),
    ...Object.entries(row.context).map(([name, value]) => `${name} ${measured(short(value), row.units[name])}`),
  ].join(", ");
  return make("tr", {}, ...[
    when(row.time), `${kindWords(row)}${lasted}: ${row.detail.message ?? row.summary}`, from, values,
  ].map((text) => make("td", {}, text)));
}

/** The signals around the newest onset that has some. */
function frames(rows, width) {
  const row = rows.find((one) => Object.keys(one.detail.frame ?? {}).length);
  if (!row) return [];
  const charts = Object.entries(row.detail.frame).slice(0, 6).map(([name, samples]) => frameChart(
    name, samples.map(([at]) => at), samples.map(([, value]) => value), width));
  return [make("h3", {}, `Signals before the onset of ${when(row.time)}`), ...charts.filter(Boolean)];
}
