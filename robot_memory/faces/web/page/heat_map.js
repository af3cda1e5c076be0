// When it happened: a table of parts and days, darker where more came, marked where it is there now.

import { make, now, plural, timeOf, when } from "./elements.js";

const DAY = 86400e3;
export const DAYS = 30;
const ROWS = 12;
const STEPS = 24; // columns where all happened within a day
/** The shorter columns, by how long they are. */
const SHORT = [["five minutes", 300e3], ["an hour", 3600e3]];

/** Return a table of so many parts with most occurrences; `onPart` is called with a part's name. */
export function heatMap(entries, occurrences, onPart) {
  const end = now();
  const span = end - Math.min(...occurrences.map((one) => timeOf(one.start)));
  const [unit, step] = SHORT.find(([, length]) => span < STEPS * length) ?? ["a day", DAY];
  const columns = step === DAY ? days(end) : times(end, step);
  const parts = byPart(entries, occurrences, columns);
  if (!parts.length) return make("p", { class: "quiet" }, `No fault was seen in the last ${DAYS} days.`);
  const most = Math.max(...parts.flatMap((part) => part.counts));
  const shown = parts.slice(0, ROWS);
  const caption = `A row for each part, a column is ${unit}; darker: it came more often; framed: it is there now.`
    + (parts.length > ROWS ? ` Of ${parts.length} parts those ${ROWS} with most.` : "");
  const scrolled = make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Occurrences by part and time" },
    make("table", { class: "heat" },
      make("thead", {}, make("tr", {}, make("td", {}), ...columns.map(columnHead))),
      make("tbody", {}, ...shown.map((part) => row(part, columns, most, onPart)))));
  return make("div", {}, scrolled, make("p", { class: "quiet" }, caption));
}

/** The columns: where each begins, its words, and whether these are seen above it. */
function days(end) {
  const today = new Date(end).setHours(0, 0, 0, 0);
  return Array.from({ length: DAYS }, (_, place) => {
    const begin = new Date(today);
    begin.setDate(begin.getDate() - (DAYS - 1 - place)); // a day may have 23 or 25 hours
    return { begin: begin.getTime(), words: dayWords(begin), isShown: place % 7 === 0 };
  });
}

function times(end, step) {
  const last = Math.floor(end / step) * step;
  return Array.from({ length: STEPS }, (_, place) => {
    const begin = last - (STEPS - 1 - place) * step;
    return { begin, words: new Date(begin).toLocaleTimeString(undefined, { timeStyle: "short" }), isShown: place % 6 === 0 };
  });
}

const dayWords = (date) => date.toLocaleDateString(undefined, { day: "numeric", month: "short" });

/** Return the parts with how often they came in each column, those with most first. */
function byPart(entries, occurrences, columns) {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const parts = new Map();
  for (const one of occurrences) {
    const entry = known.get(one.entry);
    const name = entry?.key?.[1];
    if (!name) continue;
    const part = parts.get(name) ?? { name, counts: columns.map(() => 0), open: columns.map(() => false), total: 0 };
    parts.set(name, part);
    add(part, one, entry.presence, columns);
  }
  return [...parts.values()].filter((part) => part.total)
    .sort((one, other) => other.open.includes(true) - one.open.includes(true) || other.total - one.total);
}

/** Count an occurrence where it began; it is seen wherever it lasted. */
function add(part, one, presence, columns) {
  const begin = timeOf(one.start);
  const isThere = !one.end && presence?.state === "present" && begin >= timeOf(presence.since);
  const end = isThere ? now() : timeOf(one.end ?? one.start);
  columns.forEach((column, place) => {
    const next = columns[place + 1]?.begin ?? Infinity;
    if (begin >= next || end < column.begin) return;
    const isFirst = begin >= column.begin;
    part.counts[place] += isFirst ? one.count : 0;
    part.total += isFirst ? one.count : 0;
    if (!part.counts[place]) part.counts[place] = 1;
    if (isThere) part.open[place] = true;
  });
}

const columnHead = ({ words, isShown }) => make("th", { scope: "col" },
  make("span", { class: isShown ? "head" : "hidden" }, words));

function row(part, columns, most, onPart) {
  const name = make("button", { type: "button", title: `Show the entries of ${part.name}`, onclick: () => onPart(part.name) }, part.name);
  return make("tr", {}, make("th", { scope: "row" }, name), ...part.counts.map((count, place) => {
    const cell = make("td", {
      class: part.open[place] ? "open" : null,
      title: count ? `${when(columns[place].begin)}: ${plural(count, "occurrence")}${part.open[place] ? ", there now" : ""}` : null,
    }, make("span", { class: "hidden" }, count || ""));
    if (count) cell.style.setProperty("--heat", `${Math.round(25 + 75 * (Math.log1p(count) / Math.log1p(most)))}%`);
    return cell;
  }));
}
