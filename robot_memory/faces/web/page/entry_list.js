// The list of entries: filtered by words and kind, and brought up to date without moving what is open.

import { isActedIn } from "./actions.js";
import { byId, isAgents, nothing, replace } from "./elements.js";
import { EntryView, isThere } from "./entry_view.js";

const FIRST = 20;

export class EntryList {
  constructor(onChange) {
    this.onChange = onChange;
    this.entries = [];
    this.places = new Map();
    this.views = new Map();
    this.showsAll = false;
    byId("more").addEventListener("click", () => { this.showsAll = true; this.show(); });
    byId("words").addEventListener("input", () => this.show());
    byId("kind").addEventListener("change", () => this.show());
    byId("filter").addEventListener("submit", (event) => event.preventDefault());
  }

  update(entries) {
    this.entries = entries;
    const known = new Set(entries.map((entry) => entry.id));
    for (const id of this.views.keys()) if (!known.has(id)) this.views.delete(id);
    this.show();
  }

  setPlaces(places) {
    this.places = new Map(places.map((place) => [place.entry.id, place]));
    this.show();
  }

  /** Open the entry that the address names, as page#mem-1a2b3c4d does, and go there. */
  openNamed() {
    const id = location.hash.slice(1);
    const entry = this.entries.find((one) => one.id === id);
    if (!entry) return;
    if (!this.chosen().includes(entry)) {
      byId("words").value = "";
      byId("kind").value = entry.type === "resolved" ? "resolved" : "";
    }
    this.show();
    const view = this.views.get(id);
    view.open(true);
    view.element.scrollIntoView();
    view.button.focus({ preventScroll: true });
  }

  /** Show the entries with some words, and go there. */
  choose(words) {
    byId("words").value = words;
    byId("kind").value = "";
    this.show();
    byId("entries-title").scrollIntoView();
    byId("words").focus({ preventScroll: true });
  }

  /** Whether somebody types in an entry: it stays, even where another one resolves it meanwhile. */
  isActedIn({ id }) {
    const view = this.views.get(id);
    return view !== undefined && isActedIn(view.detail);
  }

  /** What the filter leaves; what is there now first, what only agents say last. */
  chosen() {
    const words = byId("words").value.toLowerCase();
    const kind = byId("kind").value;
    return this.entries.filter((entry) => this.isActedIn(entry) || ((kind ? entry.type === kind : entry.type !== "resolved")
      && [entry.text, ...entry.tags, entry.id, entry.key?.[1] ?? ""].join(" ").toLowerCase().includes(words)))
      .sort((one, other) => isThere(other) - isThere(one) || isAgents(one) - isAgents(other));
  }

  show() {
    const chosen = this.chosen();
    const wanted = chosen.findLastIndex((entry) => entry.id === location.hash.slice(1) || this.isActedIn(entry));
    const shown = this.showsAll ? chosen : chosen.slice(0, Math.max(FIRST, wanted + 1));
    if (shown.length) this.arrange(shown.map((entry) => this.view(entry).element));
    else replace("entries", nothing(this.entries.length ? "No entry is like that." : "Nothing is known yet."));
    byId("count").textContent = `${shown.length} of ${chosen.length}`;
    byId("more").hidden = shown.length === chosen.length;
    byId("more").textContent = `Show all ${chosen.length}`;
  }

  view(entry) {
    if (!this.views.has(entry.id)) this.views.set(entry.id, new EntryView(this.onChange));
    const view = this.views.get(entry.id);
    view.update(entry, this.places.get(entry.id));
    return view;
  }

  /** Put elements into the list in order; those that stand right are left alone. */
  arrange(elements) {
    const list = byId("entries");
    const focused = document.activeElement;
    const wanted = new Set(elements);
    for (const old of [...list.children]) if (!wanted.has(old)) old.remove();
    elements.forEach((element, place) => {
      if (list.children[place] !== element) list.insertBefore(element, list.children[place] ?? null);
    });
    if (focused !== document.activeElement && list.contains(focused)) focused.focus({ preventScroll: true });
  }
}
