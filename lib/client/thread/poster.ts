import type { Message, ResumeEntry, RunAgentInput } from '@ag-ui/core';
import type { RunResponse, RunClient } from './run-client';
import type { Wait } from './wait';

const TRIES = 4;
const FIRST_RETRY_MS = 300;
const TOO_MANY = 429;

export interface PosterOptions {
  client: RunClient;
  wait: Wait;
  signal: AbortSignal;
  /** The input of a run that carries these messages and answers these interrupts. */
  build: (runId: string, messages: Message[], resume: readonly ResumeEntry[]) => Promise<RunAgentInput>;
}

/** Posts a run, again and under the same run id while the network fails: the server knows a run it has already started. */
export async function postRun(
  messages: Message[],
  resume: readonly ResumeEntry[],
  options: PosterOptions,
): Promise<RunResponse<{ runId: string }>> {
  const { client, wait, signal, build } = options;
  const runId = crypto.randomUUID();
  const input = await build(runId, messages, resume);
  for (let attempt = 1; ; attempt++) {
    const answer = await client.post(input);
    if (answer.ok) return { ok: true, value: { runId } };
    const worthIt = answer.code === 'NETWORK_ERROR' || answer.status === TOO_MANY || (answer.status ?? 0) >= 502;
    if (!worthIt || attempt === TRIES || signal.aborted) return answer;
    await wait(FIRST_RETRY_MS * 2 ** (attempt - 1), signal);
  }
}
