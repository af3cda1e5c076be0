// What waits for a person: one line a kind, which opens; what can be answered here has its buttons.

import { CONFIRM, FORGET, KEEP, RESOLVE, decide, tellDone } from "./actions.js";
import { mayWrite } from "./api.js";
import { entryLink, item, make, nothing, replace } from "./elements.js";
import { proposalView } from "./proposal_view.js";

const FEW = 2; // items of a kind that are shown without being opened
/** What several questions of a kind are called, and how each may be answered here. */
const KINDS = {
  defect: ["problems of the memory"],
  request: ["requests of agents"],
  recovered: ["questions whether it is over", RESOLVE, CONFIRM],
  fading: ["notes that fade", CONFIRM, KEEP, RESOLVE],
  contradiction: ["contradictions", CONFIRM, FORGET],
  limit: ["limits to sign"],
  packet: ["suggestions about stored evidence"],
  proposal: ["proposed skills"],
  unconfirmed: ["unconfirmed notes of agents", CONFIRM, FORGET],
};
const proposalViews = new Map();
const opened = new Set();

export function showNeeds(health, proposals, review, onChange) {
  const isBusy = document.activeElement.closest("#needs") && document.activeElement.closest("details[open]");
  if (isBusy) return; // somebody types or chooses there
  const groups = Object.keys(KINDS).map((kind) => [kind, kind === "proposal"
    ? keptProposals(proposals, onChange)
    : review.items.filter((one) => groupOf(one) === kind).map((one) => question(one, KINDS[kind].slice(1), onChange))]);
  const more = review.total - review.items.length;
  const needs = [
    ...(health.problem ? [item(health.problem)] : []),
    ...groups.flatMap(([kind, views]) => group(kind, views)),
    ...(more > 0 ? [nothing(`and ${more} more`)] : []),
  ];
  replace("needs", ...(needs.length ? needs : [nothing("Nothing.")]));
}

/** What agents ask for about the words of others does not stand among their own notes. */
const groupOf = (one) => (one.kind === "unconfirmed" && !one.proposed_by ? "request" : one.kind);

function group(kind, views) {
  if (views.length <= FEW) return views;
  const list = make("details", { open: opened.has(kind) },
    make("summary", {}, make("b", {}, String(views.length)), ` ${KINDS[kind][0]}`),
    make("ul", { class: "plain" }, ...views));
  list.addEventListener("toggle", () => { if (list.open) opened.add(kind); else opened.delete(kind); });
  return [item(list)];
}

function question(one, answers, onChange) {
  const isEntry = one.id.startsWith("mem-");
  const status = make("span", { role: "alert" });
  const buttons = isEntry && mayWrite() ? answers.map((answer) => answerButton(one, answer, status, onChange)) : [];
  const isAnswered = isEntry && answers.length;
  const how = isAnswered ? make("a", { href: "#sign-in" }, "Sign in to answer") : make("code", {}, one.command);
  const line = make("p", { class: "quiet" }, `${one.question} `, buttons.length ? null : how);
  return item(isEntry ? entryLink(one.id, one.text) : one.text, line,
    buttons.length ? make("p", { class: "filter" }, ...buttons, status) : null);
}

function answerButton(one, action, status, onChange) {
  return make("button", {
    type: "button",
    onclick: async ({ currentTarget: button }) => {
      button.disabled = true;
      try {
        await decide(action, one);
        button.blur();
        tellDone(action, one, onChange);
        onChange();
      } catch (error) {
        button.disabled = false;
        status.textContent = error.message;
      }
    },
  }, action.button);
}

/** What a person has opened, or typed there, stays while the page is brought up to date. */
function keptProposals(proposals, onChange) {
  const known = new Set(proposals.map((one) => one.id));
  for (const id of proposalViews.keys()) if (!known.has(id)) proposalViews.delete(id);
  return proposals.map((proposal) => {
    if (!proposalViews.has(proposal.id)) proposalViews.set(proposal.id, item(proposalView(proposal, onChange)));
    return proposalViews.get(proposal.id);
  });
}
