// How reliably parts and tasks work: failures with their intervals, and how attempts went.

import { ago, duration, entryLink, make } from "./elements.js";

const SHOWN = 12; // rows of a table

/** Return a table of parts, of tasks, or of both; nothing where no figure is known. */
export function figureTables({ figures, operating_hours: hours }, tasks) {
  const known = figures.filter((one) => one.component && one.failures);
  return [
    ...(known.length ? [table(`Parts that failed in ${time(hours)} of operation`,
      ["Part", "Failures", "Time between failures, 95 %", "Available", "Trend"], known, partCells)] : []),
    ...(tasks.length ? [table("Tasks", ["Task", "Failed", "Share that fails, 95 %", "Last attempt"], tasks, taskCells)] : []),
  ];
}

function table(caption, heads, rows, cells) {
  const more = rows.length > SHOWN ? `, ${SHOWN} of ${rows.length}` : "";
  const shown = rows.slice(0, SHOWN);
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption },
    make("table", { class: "figures" }, make("caption", {}, caption + more),
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...shown.map((row) => make("tr", {}, ...cells(row).map((cell) => make("td", {}, cell)))))));
}

function partCells(one) {
  const { value, low, high } = one.mtbf_hours ?? {};
  return [
    one.component,
    `${one.failures}${one.open_failures ? `, ${one.open_failures} open` : ""}`,
    value === undefined || value === null ? "not known" : `${time(value)} (${time(low)} to ${time(high)})`,
    one.availability === null ? "not known" : percent(one.availability),
    one.trend.verdict === "none" ? "no trend" : one.trend.verdict,
  ];
}

function taskCells(one) {
  const who = one.source === "detector" ? "" : ` (reported by ${one.source}s)`;
  const { last } = one;
  return [
    one.entry_id ? entryLink(one.entry_id, one.task + who) : one.task + who,
    `${one.failed} of ${one.tried}`,
    `${percent(one.low)} to ${percent(one.high)}`,
    `${last.succeeded ? "succeeded" : "failed"} ${ago(last.time)}`,
  ];
}

function time(hours) {
  if (hours === null) return "∞";
  return hours < 1 ? duration(3600 * hours) : `${Number(hours.toPrecision(2)).toLocaleString()} h`;
}
const percent = (share) => `${Number((100 * share).toPrecision(2))} %`;
