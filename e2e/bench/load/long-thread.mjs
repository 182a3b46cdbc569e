import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentClient } from '../clients.mjs';
import { playScenario } from '../conversation.mjs';
import { median } from '../statistics.mjs';
import { heldRow, startServer, withDataFolder } from './servers.mjs';
import { verdict } from './verdict.mjs';

const LEASE_MS = 1_500;
const SAMPLES = 20;
const ENV = {
  TOOLYARD_LEASE_MS: String(LEASE_MS),
  TOOLYARD_MAX_TOKENS: '1000000000',
  TOOLYARD_SESSION_REQUESTS: '1000000',
  TOOLYARD_ADDRESS_REQUESTS: '1000000',
};

/**
 * What a call costs in a long thread compared with a new one, and how long a new process needs to take over the long thread in
 * the middle of a run. Rows for the table.
 *
 * @param {{ events: number }} size
 */
export async function longThreadRows({ events }) {
  return withDataFolder(async (data) => {
    const thread = { threadId: randomUUID(), bearer: randomUUID() };
    let server = await startServer(data, ENV);
    try {
      const play = agentClient(server.url, thread);
      while ((await lastSeq(server.url, thread)) < events) await playScenario(play);
      /** @type {{ long: number[]; new: number[] }} */
      const times = { long: [], new: [] };
      await server.measure();
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        times.new.push(...(await playScenario(agentClient(server.url))));
        times.long.push(...(await playScenario(play)));
      }
      const held = heldRow(await server.measure());
      const ratio = median(times.long) / median(times.new);
      const length = await lastSeq(server.url, thread);
      const rows = [
        ['a call in a new thread', `${median(times.new).toFixed(1)} ms`, 'result posted → next call seen'],
        verdict(
          [
            `a call after ${length} events`,
            `${median(times.long).toFixed(1)} ms`,
            `${ratio.toFixed(2)} × (goal: ≤ 1.2 ×)`,
          ],
          ratio <= 1.2,
        ),
        held,
      ];
      await beginSlowly(server.url, thread);
      await server.stop('SIGKILL');
      await sleep(LEASE_MS);
      server = await startServer(data, ENV);
      await answered(server.url);
      await server.measure();
      const started = performance.now();
      const first = await firstEvent(server.url, thread);
      const taken = performance.now() - started;
      const after = await server.measure();
      return [...rows, [`takeover after ${length} events`, `${taken.toFixed(0)} ms`, `until ${first}`], heldRow(after)];
    } finally {
      await server.stop();
    }
  });
}

/** @typedef {{ threadId: string; bearer: string }} Thread */

/** @param {Thread} thread */
const headersOf = ({ bearer }) => ({ authorization: `Bearer ${bearer}`, 'content-type': 'application/json' });

/** The number of events in a thread. @param {string} url @param {Thread} thread @returns {Promise<number>} */
async function lastSeq(url, thread) {
  const answer = await fetch(`${url}/api/threads/${thread.threadId}`, { headers: headersOf(thread) });
  return answer.status === 404 ? 0 : (await answer.json()).lastSeq;
}

/** The first request loads the code that answers it. @param {string} url */
const answered = (url) =>
  fetch(`${url}/api/threads/none`, { headers: headersOf({ threadId: '', bearer: randomUUID() }) });

/** @param {string} url @param {Thread} thread @param {object[]} messages @param {string} speed */
async function post(url, thread, messages, speed) {
  const body = { threadId: thread.threadId, runId: randomUUID(), messages, tools: [], context: [], state: {} };
  const answer = await fetch(`${url}/api/agent`, {
    method: 'POST',
    headers: headersOf(thread),
    body: JSON.stringify({ ...body, forwardedProps: { toolyard: { model: 'scripted', speed } } }),
  });
  if (!answer.ok || !answer.body) throw new Error(`The run was refused: ${answer.status} ${await answer.text()}`);
  return answer.body.pipeThrough(new TextDecoderStream()).getReader();
}

/** Starts a run that is in the middle of a sentence when this returns. @param {string} url @param {Thread} thread */
async function beginSlowly(url, thread) {
  const content = 'Tell me at length what makes a good tool.';
  const reader = await post(url, thread, [{ id: randomUUID(), role: 'user', content }], 'typing');
  for (let text = ''; !text.includes('TEXT_MESSAGE_CONTENT');) {
    const { done, value } = await reader.read();
    if (done) throw new Error('The run was over before it was begun.');
    text += value;
  }
  reader.cancel().catch(() => undefined);
}

/** Resumes the dead run by posting nothing new; returns the type of the first event of the model. @param {string} url @param {Thread} thread */
async function firstEvent(url, thread) {
  const reader = await post(url, thread, [], 'instant');
  for (let text = ''; ;) {
    const { done, value } = await reader.read();
    if (done) throw new Error('Nothing was taken over.');
    text += value;
    const word = /"type":"(TEXT_MESSAGE_CONTENT|TOOL_CALL_START)"/.exec(text)?.[1];
    if (word) {
      reader.cancel().catch(() => undefined);
      return word;
    }
  }
}
