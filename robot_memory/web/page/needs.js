// What needs a person: problems, defects of the file, recovered faults, proposals that wait.

import { entryLink, item, nothing, replace } from "./elements.js";
import { proposalView } from "./proposal_view.js";

const views = new Map();

export function showNeeds(health, proposals, entries, onChange) {
  const known = new Set(proposals.map((one) => one.id));
  for (const id of views.keys()) if (!known.has(id)) views.delete(id);
  const recovered = entries.filter((entry) => entry.recovered_note && entry.type !== "resolved");
  const needs = [
    ...(health.problem ? [item(health.problem)] : []),
    ...health.defects.map((one) => item(`The memory file has a defect: ${one.path}: ${one.problem}`)),
    ...recovered.map((entry) => item("Recovered? ", entryLink(entry.id, entry.text), `: ${entry.recovered_note}`)),
    ...proposals.map((proposal) => kept(proposal, onChange)),
  ];
  if (document.activeElement.closest("#needs") && document.activeElement.closest("details[open]")) return;
  replace("needs", ...(needs.length ? needs : [nothing("Nothing.")]));
}

/** What a person has opened, or typed there, stays while the page is brought up to date. */
function kept(proposal, onChange) {
  if (!views.has(proposal.id)) views.set(proposal.id, item(proposalView(proposal, onChange)));
  return views.get(proposal.id);
}
