// What a person may do to an entry: only what fits its state, with words that say what will happen.

import { post } from "./api.js";
import { make, now, timeOf } from "./elements.js";

/** Each: its path, its button, what happens then, and the words that it takes, if any. */
const CONFIRM = { path: "confirm", button: "Still so", then: "It counts as seen again." };
const KEEP = {
  path: "confirm", button: "Keep", more: { keep: true },
  then: "It stands until it is resolved, and does not fade.",
};
const RESOLVE = {
  path: "resolve", button: "Resolve", field: "note", label: "What was done?",
  then: "Agents are not told any more. The next occurrence opens it again.",
};
const CORRECT = {
  path: "correct", button: "Correct", field: "text", label: "The sentence, as it should be",
  then: "Its evidence stays; no detector rewords it any more.",
};
const MUTE = {
  path: "mute", button: "Mute", field: "why", label: "Why?",
  then: "Agents are not told. Evidence is still collected.",
};
const UNMUTE = { path: "unmute", button: "Unmute", then: "Agents are told again." };
const KNOWN = {
  path: "known", button: "Known", field: "reason", label: "Why does nobody need to be alarmed?", isNeeded: true,
  then: "Agents are told that it is known; it alarms nobody until it gets worse.",
};
const NOT_KNOWN = {
  path: "known", button: "Alarm again", more: { withdraw: true }, field: "reason", label: "Why?",
  then: "It is known no longer.",
};
const FORGET = {
  path: "forget", button: "Delete", field: "why", label: "Why?",
  then: "It goes to the archive. Only new evidence brings it back.",
};
const UNDO = { path: "undo", button: "Undo", then: "The last change of this entry is taken back." };

/** Whether somebody declared it known, and that holds. */
export const isKnown = ({ known_until: end }) => end === "worse" || timeOf(end) > now();
const isMuted = (entry) => "muted_until" in entry || "mute_asked_by" in entry;

function fitting(entry) {
  if (entry.type === "resolved") return [FORGET, UNDO];
  return [
    CONFIRM, ...("kept_until" in entry ? [] : [KEEP]), RESOLVE, CORRECT,
    ...("muted_until" in entry ? [] : [MUTE]), ...(isMuted(entry) ? [UNMUTE] : []),
    isKnown(entry) ? NOT_KNOWN : KNOWN, FORGET, UNDO,
  ];
}

/** Buttons for what may be done; one that was chosen says what will happen, and asks for its words. */
export function actionBar(entry, onDone) {
  const form = make("form", { class: "action", hidden: true });
  const buttons = fitting(entry).map((action) => make("button", {
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

function ask(form, action, entry, onDone, onCancel) {
  const status = make("p", { role: "alert" });
  const input = action.field && make("input", {
    autocomplete: "off", maxlength: 500, required: action.isNeeded || action.field === "text",
    value: action.field === "text" ? entry.text : null,
  });
  form.onsubmit = async (event) => {
    event.preventDefault();
    try {
      await post(`entries/${entry.id}/${action.path}`, {
        ...action.more, ...(action.path === "confirm" ? { says: entry.text } : {}), ...(input ? { [action.field]: input.value } : {}),
      });
      form.hidden = true;
      onDone();
    } catch (error) {
      status.textContent = error.message;
    }
  };
  const go = make("button", { class: "go" }, action.button);
  form.replaceChildren(
    make("p", {}, action.then),
    ...(input ? [make("label", {}, `${action.label} `, input)] : []),
    go, make("button", { type: "button", onclick: onCancel }, "Cancel"), status);
  form.hidden = false;
  (input ?? go).focus();
}
