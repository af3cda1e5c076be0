// Other robots: whom this one believes, since when, when it heard them last, and what they said.

import { MUTE, UNMUTE, actionBar, isActedIn } from "./actions.js";
import { get, mayWrite } from "./api.js";
import { ago, byId, item, make, nothing, quoted, replace, when } from "./elements.js";
import { worth } from "./entry_view.js";

/** What a person may do to a statement of another robot, and what takes that back. */
const HIDE = { ...MUTE, back: UNMUTE, then: "Agents are not told of these words." };
const SHOW = { ...UNMUTE, back: MUTE };

export function showPeers({ peers, problems }) {
  if (isActedIn(byId("peers"))) return; // what somebody types stays
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
    make("ul", { class: "plain" }, ...peer.entries.map(statement)),
  );
}

function statement(entry) {
  const isMuted = "muted_until" in entry;
  const refresh = () => get("peers").then(showPeers);
  return item(
    worth(entry), " ", quoted(entry.text), isMuted ? " (muted)" : "",
    mayWrite() ? actionBar(entry, refresh, [isMuted ? SHOW : HIDE]) : null,
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
