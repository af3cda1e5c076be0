// Calls the HTTP API. Answers are JSON; a problem becomes an Error with what was wrong.

const TOKEN = "robot-memory-token";

export function useToken(token) {
  if (token) sessionStorage.setItem(TOKEN, token);
  else sessionStorage.removeItem(TOKEN);
}

let scopes = [];

/** Note what the server says of who asks. */
export function setCaller(caller) {
  scopes = caller.scopes;
}

export const mayWrite = () => scopes.includes("write");
export const isSignedIn = () => sessionStorage.getItem(TOKEN) !== null;

function headers() {
  const token = sessionStorage.getItem(TOKEN);
  return token ? { Authorization: `Bearer ${token}` } : {};
}

const PATIENCE = 20000; // ms for an answer: a link may be silent without an end
const SILENCE = 20000; // ms without a word of the stream, in which the server says something every 15 s

async function fetched(path, options) {
  try {
    return await fetch(`api/memory/${path}`, { ...options, signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    throw new Error("the robot does not answer");
  }
}

async function call(path, options) {
  const response = await fetched(path, options);
  if (response.status === 401) useToken(""); // it was revoked: the next request asks without it
  return answerOf(response);
}

/** Use a token from now on, if the robot takes it. */
export async function signIn(token) {
  await answerOf(await fetched("health", { headers: { Authorization: `Bearer ${token}` } }));
  useToken(token);
}

async function answerOf(response) {
  const data = await response.json();
  if (response.ok) return data;
  const errors = (data.errors ?? []).filter((one) => !data.detail.includes(one.problem)).map((one) => `${one.path}: ${one.problem}`);
  throw new Error([data.detail, ...errors].join(": "));
}

export const get = (path, query = {}) => {
  const words = new URLSearchParams(query).toString();
  return call(words ? `${path}?${words}` : path, { headers: headers() });
};

/** Return a recording of the black box, to be saved as a file. */
export async function getRecording(name) {
  const response = await fetch(`api/memory/recordings/${encodeURIComponent(name)}`, { headers: headers() });
  return response.ok ? response.blob() : answerOf(response);
}

export const post = (path, body) => call(path, {
  method: "POST",
  headers: { ...headers(), "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Return all items of a list that comes in parts. */
export async function getAll(path, query = {}) {
  const items = [];
  for (;;) {
    const part = await get(path, { ...query, limit: 1000, offset: items.length });
    items.push(...part.items);
    if (!part.items.length || items.length >= part.total) return items;
  }
}

/** Resolve once somebody can see the page. */
const seen = () => new Promise((resume) => {
  const look = () => {
    if (document.hidden) return;
    document.removeEventListener("visibilitychange", look);
    resume();
  };
  document.addEventListener("visibilitychange", look);
  look();
});

/**
 * Call back when something happened. A page that nobody sees keeps no connection: a browser opens
 * six to a robot, for all of its tabs.
 */
export async function follow(onChange, onLoss) {
  let leaving = new AbortController();
  let silence;
  const leave = (reason) => { leaving.abort(reason); leaving = new AbortController(); };
  const heard = () => { clearTimeout(silence); silence = setTimeout(() => leave(new Error("silent")), SILENCE); };
  window.addEventListener("pagehide", () => leave());
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });
  for (;;) {
    await seen();
    onChange();
    try {
      heard();
      const response = await fetch("api/memory/changes", { headers: headers(), signal: leaving.signal });
      if (!response.ok) throw new Error(`${response.status}`);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        heard();
        if (part.value.includes("event:")) onChange();
      }
    } catch (error) {
      if (error.name !== "AbortError") onLoss();
    }
    clearTimeout(silence);
    await new Promise((resume) => setTimeout(resume, 3000));
  }
}
