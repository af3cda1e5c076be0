// Other robots: whom this one believes, since when, when it heard them last, and what they said.

import { ago, item, make, nothing, quoted, replace, when } from "./elements.js";
import { worth } from "./entry_view.js";

export function showPeers({ peers, problems }) {
  const views = [...problems.map((words) => item(words)), ...peers.map(peerView)];
  replace("peers", ...(views.length ? views : [nothing("No other robot is trusted, and none was heard.")]));
}

function peerView(peer) {
  return item(
    make("b", {}, peer.name ? `${peer.name} (${peer.rrn})` : peer.rrn),
    make("p", { class: "quiet" }, `${trust(peer)}; ${heard(peer)}`),
    peer.fingerprint ? make("p", { class: "quiet" }, `fingerprint ${peer.fingerprint}`) : null,
    peer.problem ? make("p", {}, peer.problem) : null,
    ...peer.stories.map((story, number) => make("p", { class: "quiet" }, `Story ${number + 1}: ${story.map(quoted).join(" / ")}`)),
    make("ul", { class: "plain" }, ...peer.entries.map((entry) => item(
      worth(entry), " ", quoted(entry.text), "muted_until" in entry ? " (muted)" : "",
    ))),
  );
}

function trust(peer) {
  if (peer.trust === "unknown") return "not trusted by an operator";
  if (peer.trust === "revoked") return `trust withdrawn ${when(peer.revoked_at)}`;
  return peer.since ? `trusted since ${when(peer.since)}` : "trusted";
}

function heard(peer) {
  if (!peer.last_synced) return "never heard";
  return `last heard ${ago(peer.last_synced)}${peer.is_current ? "" : ", out of date"}`;
}
