// What a person may do to an entry: only what fits its state, with words that say what will happen.

import { get, post } from "./api.js";
import { isAgents, make, now, replace, timeOf } from "./elements.js";

/** Each: its path, its button, what happens then and how that is told, and the words that it takes, if any. */
export const CONFIRM = { path: "confirm", button: "Still so", done: "Counted as seen again", then: "It counts as seen again." };
export const KEEP = {
  path: "confirm", button: "Keep", done: "Kept", more: { keep: true },
  then: "It stands until it is resolved, and does not fade.",
};
export const RESOLVE = {
  path: "resolve", button: "Resolve", done: "Resolved", field: "note", label: "What was done?",
  then: "Agents are not told any more. The next occurrence opens it again.",
};
const CORRECT = {
  path: "correct", button: "Correct", done: "Corrected", field: "text", label: "The sentence, as it should be",
  then: "Its evidence stays; no detector rewords it any more.",
};
export const MUTE = {
  path: "mute", button: "Mute", done: "Muted", field: "why", label: "Why?", mayEnd: true,
  then: "Agents are not told. Evidence is still collected.",
};
export const UNMUTE = { path: "unmute", button: "Unmute", done: "Unmuted", then: "Agents are told again." };
export const KNOWN = {
  path: "known", button: "Known", done: "Declared known", field: "reason", label: "Why does nobody need to be alarmed?", isNeeded: true,
  then: "Agents are told that it is known; it alarms nobody until it gets worse.",
};
export const NOT_KNOWN = {
  path: "known", button: "Alarm again", done: "Alarms again", more: { withdraw: true }, field: "reason", label: "Why?",
  then: "It is known no longer.",
};
export const FORGET = {
  path: "forget", button: "Delete", done: "Deleted", field: "why", label: "Why?",
  then: "It goes to the archive. Only new evidence brings it back.",
};
export const NOTE = { done: "Noted" };
const UNDO = { path: "undo", button: "Undo", done: "Taken back", then: "The last change of this entry is taken back." };

/** Do what a person decided about an entry; what is confirmed is the sentence that they read. */
export const decide = (action, entry, words = {}) => post(`entries/${entry.id}/${action.path}`, {
  ...action.more, ...(action.path === CONFIRM.path ? { text: entry.text } : {}), ...words,
});

/** What persons change of an entry: two that differ in it were changed in between. */
const decided = (entry) => JSON.stringify([
  entry.text, entry.type, entry.muted_until, entry.known_until, entry.kept_until,
  entry.recovered_note, entry.mute_asked_by, entry.known_asked_by,
]);

export const closeDone = () => make("button", { type: "button", onclick: () => replace("done") }, "Close");

/** Take back what was just done; refuse where somebody changed the entry since: that would be taken back. */
async function takeBack(action, entry, after) {
  if (after.type && action !== FORGET) { // it is still there
    const { entry: current } = await get(`why/${entry.id}`, { limit: 1 });
    if (decided(current) !== decided(after)) throw new Error(`Somebody changed it since: “${current.text}”. Open it to see who, and to take that back.`);
  }
  return decide(action.back ?? UNDO, entry);
}

/** Say at the end of the window what was done, wherever the entry is now, with a way back. */
export function tellDone(action, entry, onDone, after = {}) {
  const close = closeDone();
  const back = make("button", {
    type: "button",
    onclick: async () => {
      try {
        tellDone(UNDO, entry, onDone, await takeBack(action, entry, after));
        onDone();
      } catch (error) {
        replace("done", error.message, close);
      }
    },
  }, "Undo");
  replace("done", `${action.done}: ${after.undone ?? entry.text}`, ...(action === UNDO ? [] : [back]), close);
}

/** A request of an agent that it be known is refused. */
export const NOT_ASKED = {
  ...NOT_KNOWN, button: "Refuse 'known'", done: "Refused", then: "It alarms as before, and no agent asks for it again.",
};

/** Whether somebody declared it known, and that holds. */
export const isKnown = (entry) => (isAgents(entry) || !/^(agent|claimed)/.test(entry.known_by))
  && (entry.known_until === "worse" || timeOf(entry.known_until) > now());
const isMuted = (entry) => "muted_until" in entry || "mute_asked_by" in entry;

function fitting(entry) {
  if (entry.type === "resolved") return [FORGET, UNDO];
  return [
    RESOLVE, CONFIRM, CORRECT, ...("kept_until" in entry ? [] : [KEEP]),
    ...(isKnown(entry) ? [NOT_KNOWN] : [KNOWN]), ...(entry.known_asked_by ? [NOT_ASKED] : []),
    ...("muted_until" in entry ? [] : [MUTE]), ...(isMuted(entry) ? [UNMUTE] : []), UNDO, FORGET,
  ];
}

/** Buttons for what may be done; one that was chosen says what will happen, and asks for its words. */
export function actionBar(entry, onDone, actions = fitting(entry)) {
  const form = make("form", { class: "action", hidden: true });
  const buttons = actions.map((action) => make("button", {
    type: "button", "aria-expanded": "false",
    onclick: ({ currentTarget: button }) => {
      for (const other of buttons) other.setAttribute("aria-expanded", String(other === button));
      ask(form, action, entry, onDone, () => {
        form.hidden = true;
        button.setAttribute("aria-expanded", "false");
        button.focus();
      });
    },
  }, action.button));
  return make("div", {}, make("div", { class: "filter", role: "group", "aria-label": "What to do" }, ...buttons), form);
}

/** Whether somebody sees a form of these below an element, in which they type or choose. */
export const isActedIn = (element) => [...element.querySelectorAll(".action")].some((form) => form.checkVisibility());

/** Return an entry as it is now; an Error with it where it reads otherwise than a person has seen. */
async function stillReads(entry) {
  const { entry: current } = await get(`why/${entry.id}`, { limit: 1 });
  if (current.text === entry.text && current.type === entry.type) return current;
  const is = current.type === "resolved" && entry.type !== "resolved" ? "resolved" : "changed";
  const problem = `It was ${is} meanwhile, and reads “${current.text}”. To replace that, press the button again.`;
  throw Object.assign(new Error(problem), { entry: current });
}

function ask(form, action, entry, onDone, onCancel) {
  const status = make("p", { role: "alert" });
  const input = action.field && make("input", {
    autocomplete: "off", required: action.isNeeded || action.field === "text",
    value: action.field === "text" ? entry.text : null,
  });
  const end = action.mayEnd && make("input", { type: "datetime-local" });
  form.onkeydown = ({ key }) => { if (key === "Escape") onCancel(); };
  let read = entry;
  form.onsubmit = async (event) => {
    event.preventDefault();
    go.disabled = true; // once is enough
    try {
      if (action === CORRECT) read = await stillReads(read);
      const answer = await decide(action, read, {
        ...(input ? { [action.field]: input.value } : {}),
        ...(end?.value ? { until: new Date(end.value).toISOString() } : {}),
      });
      form.hidden = true;
      form.closest("section")?.querySelector("h2").focus({ preventScroll: true }); // the entry may leave the page
      tellDone(action, action === CORRECT ? { ...read, text: input.value } : read, onDone, answer);
      onDone();
    } catch (error) {
      read = error.entry ?? read;
      status.textContent = error.message;
      go.disabled = false;
    }
  };
  const go = make("button", { class: "go" }, action.button);
  form.replaceChildren(
    make("p", {}, action.then),
    ...(input ? [make("label", {}, `${action.label} `, input)] : []),
    ...(end ? [make("label", {}, "Until (empty: until somebody unmutes it) ", end)] : []),
    go, make("button", { type: "button", onclick: onCancel }, "Cancel"), status);
  form.hidden = false;
  (input ?? go).focus();
  input?.setSelectionRange(input.value.length, input.value.length);
}
