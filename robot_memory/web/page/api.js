// Calls the HTTP API. Answers are JSON; a problem becomes an Error with what was wrong.

const TOKEN = "robot-memory-token";

export function useToken(token) {
  if (token) sessionStorage.setItem(TOKEN, token);
  else sessionStorage.removeItem(TOKEN);
}

export const mayWrite = () => Boolean(sessionStorage.getItem(TOKEN));

function headers() {
  const token = sessionStorage.getItem(TOKEN);
  return token ? { Authorization: `Bearer ${token}` } : {};
}

async function call(path, options) {
  const response = await fetch(`api/memory/${path}`, options);
  const data = await response.json();
  if (response.ok) return data;
  const errors = (data.errors ?? []).map((one) => `${one.path}: ${one.problem}`);
  throw new Error([data.detail, ...errors].join(" "));
}

export const get = (path, query = {}) => {
  const words = new URLSearchParams(query).toString();
  return call(words ? `${path}?${words}` : path, { headers: headers() });
};

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

/** Call back, at most once a second, when something happened. */
export async function follow(onChange, onState) {
  for (;;) {
    try {
      const response = await fetch("api/memory/changes", { headers: headers() });
      if (!response.ok) throw new Error(`${response.status}`);
      onState(true);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        if (part.value.includes("event:")) onChange();
      }
    } catch {
      onState(false);
    }
    await new Promise((resume) => setTimeout(resume, 3000));
    onChange();
  }
}
