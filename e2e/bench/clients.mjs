import { randomUUID } from 'node:crypto';

/** @typedef {import('./conversation.mjs').Call} Call */
/** @typedef {Parameters<typeof import('./conversation.mjs').playScenario>[0]} Run */

/**
 * Runs the agent as a client without cookies.
 *
 * @param {string} url @param {{ threadId: string; bearer: string }} [thread] one to go on with @returns {Run}
 */
export function agentClient(url, { threadId, bearer } = { threadId: randomUUID(), bearer: randomUUID() }) {
  const authorization = `Bearer ${bearer}`;
  return async ({ fresh }, onCall) => {
    const body = {
      threadId,
      runId: randomUUID(),
      messages: fresh,
      tools: [],
      context: [],
      state: {},
      forwardedProps: { toolyard: { model: 'scripted', scenario: 'fix-the-test', speed: 'instant' } },
    };
    /** @type {Map<string, Call>} */
    const calls = new Map();
    for await (const event of post(`${url}/api/agent`, body, { authorization })) {
      if (event.type === 'RUN_ERROR') throw new Error(`the agent failed: ${event.message}`);
      if (event.type === 'TOOL_CALL_START') {
        onCall();
        calls.set(event.toolCallId, { id: event.toolCallId, name: event.toolCallName, args: '' });
      }
      const call = event.type === 'TOOL_CALL_ARGS' ? calls.get(event.toolCallId) : undefined;
      if (call) call.args += event.delta;
    }
    return { text: '', calls: [...calls.values()] };
  };
}

/** Runs the bare loop, which has no log: the client sends the whole conversation each time. @param {string} url @returns {Run} */
export const bareClient =
  (url) =>
  async ({ all }, onCall) => {
    const body = { threadId: 't', runId: 'r', messages: all, tools: [], context: [], state: {}, forwardedProps: {} };
    /** @type {Map<string, Call>} */
    const calls = new Map();
    let text = '';
    for await (const event of post(`${url}/api/bare-loop`, body, {})) {
      if (event.type === 'text') text += event.delta;
      if (event.type === 'call-start') {
        onCall();
        calls.set(event.id, { id: event.id, name: event.name, args: '' });
      }
      const call = event.type === 'call-args' ? calls.get(event.id) : undefined;
      if (call) call.args += event.delta;
    }
    return { text, calls: [...calls.values()] };
  };

/**
 * Posts JSON and yields the events of the response stream.
 *
 * @param {string} url @param {object} body @param {Record<string, string>} headers
 * @returns {AsyncGenerator<any>}
 */
async function* post(url, body, headers) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '));
      if (data) yield JSON.parse(data.slice(6));
    }
  }
}
