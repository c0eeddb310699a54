// Calls of the server. Errors have the server's words, where it answers.
import { t } from './text.js';

const call = (path, how) => fetch(path, how).catch((e) => { throw e.name === 'AbortError' ? e : Object.assign(new Error(t('silent')), { silent: true }); });

async function answer(response) {
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  const details = (problem.errors ?? []).map((e) => e.message).join('; ');
  throw new Error(details || problem.detail || response.statusText);
}

const get = async (path, signal) => (await answer(await call(path, { signal }))).json();
const post = async (path, body) => (await answer(await call(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }))).json();
const page = (id) => `/v1/workspace/pages/${encodeURIComponent(id)}`;

export const room = (signal) => get('/v1/workspace', signal);
export const open = (id) => get(page(id));
export const judge = (id, query, signal) => get(`${page(id)}/labels?${query}`, signal);
export const why = (id, block, query, signal) => get(`${page(id)}/blocks/${block}?${query}`, signal);
export const label = (id, query, set) => post(`${page(id)}/gold?${query}`, { set });
export const place = (id, query, regions) => post(`${page(id)}/gold?${query}`, { regions });
export const votes = (id, query, signal) => get(`${page(id)}/votes?${query}`, signal);
export const training = () => get('/v1/workspace/training');
export const teach = (what, query) => post(`/v1/workspace/training?${query}`, { do: what });
export const unlabel = (id, query) => post(`${page(id)}/gold?${query}`, { undo: true });
export const relabel = (id, query) => post(`${page(id)}/gold?${query}`, { redo: true });
export const save = (query) => post(`/v1/workspace/config?${query}`, {});
export const tile = ({ id, added }, n) => `${page(id)}/tiles/${n}?${new URLSearchParams({ added })}`; // browsers keep it, so it changes with the page

// results calls each with one page after the other, as the server has judged it; with votes by all methods.
export async function results(query, votes, signal, each) {
  const response = await answer(await call(`/v1/workspace/results?${votes ? `${query}&votes=true` : query}`, { signal }));
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) each(JSON.parse(line));
  }
}
