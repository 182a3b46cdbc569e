import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const ADDRESS = /toolyard:\/\/docs\/[\w-]+/;
const PRIVATE = 'http://127.0.0.1:3000/api/threads/secret';

const search: ScriptedTurn = {
  text: 'I will look it up instead of guessing.',
  calls: [{ name: 'WebSearch', input: { query: 'permission modes of an agent: what asks a person' } }],
};

const fetchPage = (url: string): ScriptedTurn => ({
  text: 'The first result looks right. I will read it with a question in mind, not as a whole.',
  calls: [{ name: 'WebFetch', input: { url, prompt: 'Which permission modes are there, and which of them ask?' } }],
});

const reachInside: ScriptedTurn = {
  text: 'One more address that somebody gave me. It is on a private network, and a model that asks for it has to be refused.',
  calls: [{ name: 'WebFetch', input: { url: PRIVATE, prompt: 'What is kept here?' } }],
};

function next(all: readonly AnsweredCall[], [now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return search;
  const stop = graceful([now]);
  if (stop) return stop;
  if (now.name === 'WebSearch') {
    const url = ADDRESS.exec(now.text)?.[0] ?? /https?:\/\/\S+/.exec(now.text)?.[0];
    return now.failed || url === undefined ? unexpected(now, 'a result to read') : fetchPage(url);
  }
  if (now.input.url !== PRIVATE) return now.failed ? unexpected(now, 'to read the page') : reachInside;
  if (now.error !== 'URL_REFUSED') return unexpected(now, 'the private address to be refused');
  const read = all.find(({ name, failed }) => name === 'WebFetch' && !failed);
  return {
    text: `The page answers the question:\n\n${fencedText(read?.text ?? '')}\n\nThe private address was refused when it was resolved, so no redirect and no odd spelling gets around it.`,
  };
}

/** A search, a page, and an address that is refused. */
export const web: Scenario = {
  id: 'web',
  title: 'Search and read',
  summary: 'The agent searches, reads the best page with a question, and is refused an address on a private network.',
  prompt: 'Find out which permission modes there are.',
  sample: 'cart',
  needs: ['WebFetch', 'WebSearch'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
