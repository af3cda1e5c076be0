// An entry in the list, and what opens below it: why, since when, how it went, what may be done.

import { get, mayWrite, post } from "./api.js";
import { confidenceChart, frameChart } from "./charts.js";
import { ago, duration, make, when } from "./elements.js";

const BANDS = { "🔴": "high", "🟡": "medium", "🟢": "low" };
const KINDS = {
  hardware_observation: "hardware", environment_note: "surroundings",
  behavior_pattern: "behavior", resolved: "resolved",
};

/** How sure the robot is: the mark, the percentage, a bar. */
export function worth(entry) {
  const bar = make("i");
  bar.style.width = `${entry.percent}%`;
  return make("span", { class: `worth ${BANDS[entry.mark]}` }, `${entry.mark} ${entry.percent} %`,
    make("span", { class: "bar", "aria-hidden": "true" }, bar));
}

export function entryView(entry, onChange) {
  const detail = make("div", { class: "detail", id: `detail-${entry.id}`, hidden: true });
  const times = entry.observation_count === 1 ? "once" : `${entry.observation_count} times`;
  const muted = "muted_until" in entry || "muted_why" in entry ? ", muted" : "";
  const note = entry.recovered_note ? `, recovered? ${entry.recovered_note}` : "";
  const button = make("button", {
    type: "button", "aria-expanded": "false", "aria-controls": detail.id,
    onclick: () => toggle(button, detail, entry, onChange),
  },
  worth(entry),
  make("strong", {}, entry.text),
  make("span", { class: "quiet" },
    `${KINDS[entry.type] ?? entry.type}; seen ${times}, last ${ago(entry.last_reinforced)}, `
    + `first ${ago(entry.first_seen)}${muted}${note}`));
  return make("li", { class: "entry", id: entry.id }, button, detail);
}

/** Open an entry that the address names: page#mem-1a2b3c4d. */
export function openNamed(id) {
  const button = document.querySelector(`#entries > [id="${CSS.escape(id)}"] > button`);
  if (!button) return;
  button.click();
  button.scrollIntoView();
}

async function toggle(button, detail, entry, onChange) {
  const opens = detail.hidden;
  detail.hidden = !opens;
  button.setAttribute("aria-expanded", String(opens));
  if (!opens) return;
  detail.replaceChildren(make("p", { class: "quiet" }, "…"));
  try {
    const [why, history] = await Promise.all([
      get(`why/${entry.id}`, { limit: 20 }), get(`entries/${entry.id}/history`),
    ]);
    detail.replaceChildren(...detailParts(why, history, onChange));
  } catch (error) {
    detail.replaceChildren(make("p", { role: "alert" }, error.message));
  }
}

function detailParts(why, history, onChange) {
  const { entry, evidence } = why;
  return [
    make("p", { class: "quiet" }, `${entry.id}; first seen ${when(entry.first_seen)}`
      + (entry.tags.length ? `; ${entry.tags.join(", ")}` : "")),
    make("h3", {}, "How sure, over time"),
    confidenceChart(history),
    make("h3", {}, "Who says so, and when"),
    evidence.length ? evidenceTable(evidence) : make("p", {}, "No evidence here: it came with the file."),
    ...frames(evidence),
    ...(mayWrite() ? [actions(entry, onChange)] : []),
  ];
}

function evidenceTable(rows) {
  const head = make("tr", {}, ...["When", "What", "Source", "Values"].map((name) => make("th", { scope: "col" }, name)));
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Evidence" },
    make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows.map(evidenceRow))));
}

function evidenceRow(row) {
  const lasted = row.detail.lasted ? `, after ${duration(row.detail.lasted)}` : "";
  const source = row.topic || [row.source, row.detail.by].filter(Boolean).join(": ");
  const values = Object.entries(row.context)
    .map(([name, value]) => `${name} ${Number(value).toPrecision(4)}`).join(", ");
  return make("tr", {}, ...[
    when(row.time), `${row.kind}${lasted}: ${row.detail.message ?? row.summary}`, source, values,
  ].map((text) => make("td", {}, text)));
}

/** The signals around the newest onset that has some. */
function frames(rows) {
  const row = rows.find((one) => Object.keys(one.detail.frame ?? {}).length);
  if (!row) return [];
  const charts = Object.entries(row.detail.frame).slice(0, 6).map(([name, samples]) => frameChart(
    name, samples.map(([at]) => at), samples.map(([, value]) => value)));
  return [make("h3", {}, `Signals before the onset of ${when(row.time)}`), ...charts.filter(Boolean)];
}

function actions(entry, onChange) {
  const status = make("p", { role: "status" });
  const act = (name, words, body) => make("button", {
    type: "button",
    onclick: async () => {
      const given = body ? window.prompt(words) : "";
      if (given === null) return;
      try {
        await post(`entries/${entry.id}/${name}`, body ? { [body]: given } : {});
        onChange();
      } catch (error) {
        status.textContent = error.message;
      }
    },
  }, words);
  const buttons = entry.type === "resolved"
    ? [act("forget", "Delete: why?", "why")]
    : [act("resolve", "Resolve: what was done?", "note"), act("mute", "Mute: why?", "why"),
      act("unmute", "Tell agents again", ""), act("forget", "Delete: why?", "why")];
  return make("div", { class: "filter" }, ...buttons, status);
}
