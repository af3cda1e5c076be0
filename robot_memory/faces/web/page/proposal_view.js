// A proposal that waits: what it changes, and how an operator approves it with their own key.

import { get, post } from "./api.js";
import { ago, make } from "./elements.js";

/** A proposal to open; its parts are asked for when that is done. */
export function proposalView(proposal, onChange) {
  const body = make("div", { class: "detail" });
  const view = make("details", { class: "proposal", id: proposal.id },
    make("summary", {}, `A skill waits for a decision: ${proposal.proposed_by} proposes procedural/${proposal.target}`,
      make("span", { class: "quiet" }, ` ${ago(proposal.proposed_at)}`)),
    body);
  view.addEventListener("toggle", () => {
    if (view.open && !body.hasChildNodes()) fill(body, proposal, onChange);
  });
  return view;
}

async function fill(body, proposal, onChange) {
  try {
    const change = await get(`proposals/${proposal.id}/change`);
    body.replaceChildren(...parts(proposal, change, onChange));
  } catch (error) {
    body.replaceChildren(make("p", { role: "alert" }, error.message));
  }
}

function parts(proposal, change, onChange) {
  const status = make("p", { role: "status" });
  const decide = async (verb, given) => {
    status.textContent = "…";
    try {
      const decided = await post(`proposals/${proposal.id}/${verb}`, given());
      status.textContent = `${decided.id} is ${decided.status}.`;
      onChange();
    } catch (error) {
      status.textContent = error.message;
    }
  };
  return [
    make("p", {}, `${proposal.proposed_by} proposes: ${proposal.reason || "no reason is given"}`),
    proposal.sources.length ? make("p", { class: "quiet" }, `It rests on ${proposal.sources.join(", ")}`) : null,
    make("pre", { class: "difference", tabindex: "0", role: "group", "aria-label": "What it changes" },
      ...change.difference.map(line)),
    make("p", { class: "quiet" }, `Digest of the change, which the signature is bound to: ${change.subject_sha256}. `
      + `May approve: ${change.operators.join(", ") || "nobody yet (robot-memory assist key enrols an operator)"}.`),
    make("h3", {}, "Approve it with your own key"),
    make("ol", {}, make("li", {}, ...download(proposal)), make("li", {}, ...command(proposal)),
      make("li", {}, signed(proposal, decide))),
    make("h3", {}, "Turn it down"),
    reject(proposal, decide),
    status,
  ].filter(Boolean);
}

function line(text) {
  const kind = { "+": "added", "-": "removed" }[text[0]];
  return make("span", { class: kind }, `${text}\n`);
}

/** The very file that is signed: the whole proposal, as the API gives it. */
function download(proposal) {
  const text = JSON.stringify(proposal, null, 2);
  const link = make("a", {
    class: "button", download: `${proposal.id}.json`,
    href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
  }, `Download ${proposal.id}.json`);
  return ["Take the proposal to your own computer: ", link, " ", copy("Copy it", text)];
}

function command(proposal) {
  const text = `robot-memory levels sign ${proposal.id}.json --key YOUR.key > ${proposal.id}.signed.json`;
  return ["Sign it there. The robot never sees your key: ", make("code", {}, text), " ", copy("Copy", text)];
}

function copy(words, text) {
  const button = make("button", {
    type: "button",
    onclick: async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    },
  }, words);
  return navigator.clipboard ? button : null;
}

function signed(proposal, decide) {
  const name = `signed-${proposal.id}`;
  const text = make("textarea", { id: name, rows: "3", spellcheck: "false", required: true });
  const file = make("input", {
    type: "file", accept: ".json,application/json", "aria-label": "File with the signed approval",
    onchange: async () => { text.value = await file.files[0].text(); },
  });
  return make("form", {
    onsubmit: (event) => {
      event.preventDefault();
      decide("approve", () => ({ approval: JSON.parse(text.value) }));
    },
  }, make("label", { for: name }, "Give what that printed, as a file or as text:"), file, text, make("button", {}, "Approve"));
}

function reject(proposal, decide) {
  const note = make("input", { autocomplete: "off", required: true });
  return make("form", {
    onsubmit: (event) => { event.preventDefault(); decide("reject", () => ({ note: note.value })); },
  }, make("label", {}, "Why ", note), make("button", {}, "Reject"));
}
