import { randomUUID } from 'node:crypto';

/** @typedef {{ id: string; name: string; args: string }} Call */
/** @typedef {{ id: string; role: string; content?: string; toolCallId?: string; error?: string; toolCalls?: object[]; metadata?: object }} Message */

const PROMPT = 'The cart test is red. Find out why and fix it.';

/** Tool results for the scenario `fix-the-test`: enough for the script to continue, until a call is refused. @param {Call} call @param {Call[]} before @param {number} most */
function answer({ name, args }, before, most) {
  if (before.length + 1 === most) return { text: 'That is enough.', error: 'GATE_DENIED' };
  if (name === 'Read') return { text: 'the text of the file' };
  const sameTool = before.filter((call) => call.name === name).length;
  if (name === 'Bash')
    return sameTool === 0 ? { text: '1 test failed', error: 'EXIT_CODE' } : { text: 'all tests pass' };
  if (args.includes('"Path"')) return { text: '$.file_path is missing', error: 'INVALID_ARGS' };
  return sameTool === 1 ? { text: 'it occurs twice', error: 'TEXT_MULTIPLE_MATCHES' } : { text: 'Modified: cart.ts' };
}

/** The tool message that answers a call. @param {Call} call @param {Call[]} before @param {number} most @returns {Message} */
function resultOf(call, before, most) {
  const { text, error } = answer(call, before, most);
  const toolyard = { success: error === undefined, ...(error !== undefined && { error }) };
  return {
    id: randomUUID(),
    role: 'tool',
    toolCallId: call.id,
    content: text,
    ...(error && { error }),
    metadata: { toolyard },
  };
}

/**
 * Plays the scenario once. Returns, for each run after the first, the milliseconds from posting results until the next call is
 * seen.
 *
 * @param {(messages: { all: Message[]; fresh: Message[] }, onCall: () => void) => Promise<{ text: string; calls: Call[] }>} run
 * @param {number} [most] the call that is refused, which ends the conversation; without it there are eight
 * @returns {Promise<number[]>}
 */
export async function playScenario(run, most = Number.POSITIVE_INFINITY) {
  /** @type {Message[]} */
  const all = [{ id: randomUUID(), role: 'user', content: PROMPT }];
  /** @type {Call[]} */
  const before = [];
  const times = [];
  let fresh = [...all];
  for (;;) {
    const started = performance.now();
    /** @type {number | undefined} */
    let seen;
    const { text, calls } = await run({ all, fresh }, () => (seen ??= performance.now() - started));
    if (before.length > 0 && seen !== undefined) times.push(seen);
    if (calls.length === 0) {
      if (Number.isFinite(most) && before.length !== most) throw new Error(`${before.length} calls instead of ${most}`);
      return times;
    }
    const toolCalls = calls.map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    }));
    all.push({ id: randomUUID(), role: 'assistant', content: text, toolCalls });
    fresh = calls.map((call) => resultOf(call, before, most));
    before.push(...calls);
    all.push(...fresh);
  }
}
