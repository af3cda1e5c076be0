// What needs a person: problems of the memory, and all that waits for a decision.

import { entryLink, item, make, nothing, replace } from "./elements.js";
import { proposalView } from "./proposal_view.js";

const views = new Map();

export function showNeeds(health, proposals, review, onChange) {
  const known = new Set(proposals.map((one) => one.id));
  for (const id of views.keys()) if (!known.has(id)) views.delete(id);
  const waiting = review.items.filter((one) => one.kind !== "proposal"); // shown with their difference
  const more = review.total - review.items.length;
  const needs = [
    ...(health.problem ? [item(health.problem)] : []),
    ...waiting.map(reviewItem),
    ...proposals.map((proposal) => kept(proposal, onChange)),
    ...(more > 0 ? [nothing(`and ${more} more: robot-memory review`)] : []),
  ];
  if (document.activeElement.closest("#needs") && document.activeElement.closest("details[open]")) return;
  replace("needs", ...(needs.length ? needs : [nothing("Nothing.")]));
}

function reviewItem(one) {
  const about = one.id.startsWith("mem-") ? entryLink(one.id, one.text) : `${one.id}: ${one.text}`;
  return item(about, make("span", { class: "quiet" }, ` ${one.question} `), make("code", {}, one.command));
}

/** What a person has opened, or typed there, stays while the page is brought up to date. */
function kept(proposal, onChange) {
  if (!views.has(proposal.id)) views.set(proposal.id, item(proposalView(proposal, onChange)));
  return views.get(proposal.id);
}
