// What waits for a person: one line a kind, which opens; what can be answered here has its buttons.

import {
  CONFIRM, FORGET, KEEP, KNOWN, MUTE, NOT_ASKED, NOT_KNOWN, RESOLVE, UNMUTE, actionBar, isActedIn,
} from "./actions.js";
import { mayWrite } from "./api.js";
import { byId, entryLink, item, make, nothing, replace, when } from "./elements.js";
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
/** How a request is answered, by what is asked: as asked, or not. */
const REQUESTS = {
  resolve: [RESOLVE, CONFIRM], forget: [FORGET, CONFIRM], mute: [MUTE, UNMUTE],
  known: [KNOWN, NOT_ASKED], not_known: [NOT_KNOWN, KNOWN],
};
const proposalViews = new Map();
const opened = new Set();

export function showNeeds(health, proposals, review, onChange) {
  const isBusy = document.activeElement.closest("#needs") && document.activeElement.closest("details[open]");
  if (isBusy || isActedIn(byId("needs"))) return; // somebody types or chooses there
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
const groupOf = (one) => (one.kind === "unconfirmed" && one.asks ? "request" : one.kind);

function group(kind, views) {
  if (views.length <= FEW) return views;
  const list = make("details", { open: opened.has(kind) },
    make("summary", {}, make("b", {}, String(views.length)), ` ${KINDS[kind][0]}`),
    make("ul", { class: "plain" }, ...views));
  list.addEventListener("toggle", () => { if (list.open) opened.add(kind); else opened.delete(kind); });
  return [item(list)];
}

/** An answer that grants what is asked does so until the date that is asked for. */
const asAsked = (answer, { until }) => (answer === KNOWN && until
  ? { ...KNOWN, more: { until }, then: `Agents are told that it is known until ${when(until)}.` } : answer);

function question(one, ofKind, onChange) {
  const isEntry = one.id.startsWith("mem-");
  const answers = isEntry ? (REQUESTS[one.asks] ?? ofKind).map((answer) => asAsked(answer, one)) : [];
  const how = answers.length ? make("a", { href: "#sign-in" }, "Sign in to answer") : make("code", {}, one.command);
  const isAnswered = answers.length > 0 && mayWrite();
  return item(isEntry ? entryLink(one.id, one.text) : one.text,
    make("p", { class: "quiet" }, `${one.question} `, isAnswered ? null : how),
    isAnswered ? actionBar(one, onChange, answers) : null);
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
