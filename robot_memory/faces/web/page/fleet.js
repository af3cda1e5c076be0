// The page of a fleet: asks the API, and shows the answers.

import { get } from "./api.js";
import { intervalChart } from "./charts.js";
import { byId, item, make, nothing, plural, replace, when } from "./elements.js";

const number = (value) => Number(value.toPrecision(3)).toLocaleString();
const quiet = (words) => make("p", { class: "quiet" }, words);

async function showFault(words) {
  const found = await get("fleet/fault", { words });
  if (!found.fault_count) return replace("answer", quiet("No robot told of that."));
  const span = found.since ? `Since ${when(found.since)}, last ${when(found.last)}. ` : "";
  return replace(
    "answer",
    make("p", {}, make("b", {}, `${found.robots} of ${found.fleet} robots tell of it now.`)),
    make("p", {}, `${span}${trend(found.trend)}.`),
    ...found.classes.map((one) => make("p", {}, `More common than chance explains: ${finding(one)}`)),
    parts(found.parts, "Robots by what they are"),
    parts(found.versions, "Robots by version"),
    quiet(`Found as ${found.fault_count} faults, those of most robots first:`),
    make("ul", { class: "plain" }, ...found.faults.map((one) => item(fault(one)))),
  );
}

function trend({ verdict, before, after, robots_before, robots_after, p, busiest }) {
  if (!after) return "Whether it comes more often is not known: that needs running hours in the last weeks and in those before";
  const rate = (one) => `${number(1000 * one.per_hour)} per 1000 h (${one.count} in ${number(one.hours)} h)`;
  const who = verdict.endsWith("on one robot") ? ` (${busiest})` : "";
  return `It is ${verdict}${who}: ${rate(after)} on ${robots_after} robots in the last weeks, `
    + `${rate(before)} on ${robots_before} before (p = ${p.toPrecision(2)})`;
}

const finding = (one) => `${one.dimension} ${one.value}: ${one.affected} of ${one.robots} robots, `
  + `elsewhere ${one.other_affected} of ${one.other_robots} (p = ${one.p.toPrecision(2)}, ${one.tests} tests)`;

const fault = (one) => `${one.robots} robots: ${one.component ? `${one.component}: ` : ""}${one.text}`
  + one.otherwise.map((other) => `; ${other.robots} of them: ${other.text}`).join("");

function parts(rows, caption) {
  if (!rows.length) return null;
  const row = (one) => make("tr", {}, make("td", {}, one.dimension), make("td", {}, one.value),
    make("td", {}, `${one.affected} of ${one.robots}`));
  return make("table", {}, make("caption", { class: "quiet" }, caption), make("tbody", {}, ...rows.map(row)));
}

async function showLessons() {
  const found = await get("fleet/lessons");
  byId("lesson-count").textContent = `${found.fleet} robots; lessons of one robot: ${found.single_count}, `
    + `of several: ${found.shared_count}`;
  replace("lessons", ...found.shared.map((one) => item(
    fault(one), ...(one.classes.length
      ? one.classes.map((each) => quiet(finding(each)))
      : [quiet("of no class that could be told from chance")]),
  )));
}

const hours = (one) => (one.mtbf
  ? `${number(one.mtbf)} h between failures (${number(one.mtbf_low)} to ${number(one.mtbf_high)})`
  : `no failure; above ${number(one.mtbf_low)} h between failures`);

const failures = (one) => quiet(`${plural(one.failures, "failure")} in ${number(one.hours)} h`);

const WORST = 5; // robots that are seen at once
const BESIDE = 20; // robots in the picture

async function showRobots() {
  const { parts: found } = await get("fleet/mtbf", { by: "robot" });
  document.querySelector("main").hidden = false; // this robot keeps the memory of a fleet
  const part = (one) => (one.text.startsWith(one.component) ? "" : `${one.component}: `);
  const often = (one) => `${part(one)}${one.text} (${plural(one.onsets, "time")})`;
  const robot = (one) => item(
    make("b", {}, one.name || one.value), `: ${hours(one)}`, failures(one),
    one.failures && one.faults.length
      ? quiet(`Began most often, warnings included: ${one.faults.map(often).join("; ")}`) : null,
    one.name ? quiet(one.value) : null,
  );
  const others = found.slice(WORST).map(robot);
  const beside = found.filter((one) => one.mtbf_low > 0).slice(0, BESIDE);
  replace("beside", beside.length > 1 ? intervalChart(beside, byId("beside").clientWidth) : "");
  replace("robots", ...(found.length ? found.slice(0, WORST).map(robot) : [nothing("No robot told its running time.")]),
    others.length ? item(make("details", {}, make("summary", {}, plural(others.length, "other robot")),
      make("ol", { class: "plain" }, ...others))) : "");
}

async function showMtbf() {
  const { parts: found } = await get("fleet/mtbf", { by: byId("by").value });
  replace("mtbf", ...(found.length
    ? found.map((one) => item(make("b", {}, one.value || "not told"), `: ${hours(one)}`, failures(one)))
    : [nothing("No robot told its running time.")]));
}

async function showSilent() {
  const found = await get("fleet/silent");
  byId("silent-count").textContent = `${found.count} of ${found.robots} robots`;
  replace("silent", ...found.silent.map((one) => item(
    make("b", {}, one.name ? `${one.name} (${one.rrn})` : one.rrn),
    quiet(one.issued ? `last update ${when(one.issued)}` : "never heard"),
    one.problem ? quiet(one.problem) : null,
  )));
}

async function showNotes() {
  const { notes } = await get("fleet/notes");
  replace("notes", ...(notes.length
    ? notes.map((one) => item(one.text, quiet(`until ${when(one.until)}`)))
    : [nothing("Nothing.")]));
}

async function told(show) {
  try {
    await show();
    byId("state").textContent = "";
    byId("state").className = "";
  } catch (error) {
    byId("state").textContent = error.message;
    byId("state").className = "bad";
  }
}

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  told(async () => {
    await showFault(byId("words").value);
    byId("answer-title").focus();
  });
});
byId("by").addEventListener("change", () => told(showMtbf));
told(async () => {
  await showRobots();
  await Promise.all([showLessons(), showMtbf(), showSilent(), showNotes()]);
});
