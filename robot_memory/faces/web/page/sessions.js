// Conversations that are kept, newest first; one that is opened shows what was said.

import { get } from "./api.js";
import { ago, byId, item, make, plural, replace, when } from "./elements.js";

const SHOWN = 10;

/** Show the newest conversations; the section is not there where none is kept. */
export async function showSessions() {
  const { items, total } = await get("sessions", { limit: SHOWN });
  byId("sessions-section").hidden = !items.length;
  const left = total - items.length;
  const named = items.map((one) => one.session_id).join();
  if (byId("sessions").dataset.named === named) return; // one that is open stays open
  byId("sessions").dataset.named = named;
  replace("sessions", ...items.map(sessionView),
    ...(left ? [item(make("span", { class: "quiet" }, `${plural(left, "older one")}: ask the search above.`))] : []));
}

function sessionView(session) {
  const turns = make("ol", { class: "plain" });
  const view = make("details", { ontoggle: () => { if (view.open && !turns.children.length) readTurns(session, turns); } },
    make("summary", {}, session.first_words || session.session_id), turns);
  const missed = session.success ? "" : ", did not reach what it was for";
  return item(view, make("p", { class: "quiet" },
    `${when(session.start_time)} (${ago(session.start_time)}), ${plural(session.turn_count, "turn")}${missed}`));
}

async function readTurns(session, turns) {
  try {
    const { content } = await get(`read/episodic/conversations/${encodeURIComponent(session.session_id)}.json`);
    turns.replaceChildren(...JSON.parse(content).turns.map((turn) => item(make("b", {}, `${turn.role}: `), turn.content)));
  } catch (error) {
    turns.replaceChildren(item(error.message));
  }
}
