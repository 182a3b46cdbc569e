import { type Message, type ResumeEntry, type RunAgentInput, type UserMessage, PROTOCOL_VERSION } from '@ag-ui/core';
import type { ThreadState, WrittenTurn, AgentOptions, Language } from '@/lib/protocol';
import type { Toolset } from '../executor/toolset';
import type { Inbox } from './inbox';
import type { RunClient, RunResponse } from './run-client';
import type { SessionEvent } from './session-state';
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

export interface PostingOptions extends PosterOptions {
  /** As far as the log has come. */
  thread: () => ThreadState;
  /** What other agents have to say to this one. */
  inbox: Inbox;
  /** What the server said. */
  onAnswer: (event: Extract<SessionEvent, { type: 'posted' | 'run-active' | 'post-refused' }>) => void;
}

/** Posts this tab's runs. */
export interface Poster {
  post(messages: readonly Message[]): Promise<void>;
  /** With the inbox messages that wait in between. One that was posted in vain waits on, and is posted under the same id again. */
  postWithInbox(before: readonly Message[], said?: readonly UserMessage[]): Promise<void>;
  /** A person lets a run go on that a guard ended, or that waits for a turn. */
  goOn(interruptId: string, payload: WrittenTurn | undefined): Promise<void>;
}

export function createPoster({ thread, inbox, onAnswer, ...options }: PostingOptions): Poster {
  async function post(
    messages: readonly Message[],
    { resume = [], said = [] }: { resume?: readonly ResumeEntry[]; said?: readonly UserMessage[] } = {},
  ): Promise<boolean> {
    const answer = await postRun([...messages], resume, options);
    if (answer.ok) onAnswer({ type: 'posted', runId: answer.value.runId, said });
    else if (answer.code === 'RUN_ACTIVE') onAnswer({ type: 'run-active' });
    else onAnswer({ type: 'post-refused', refusal: answer });
    return answer.ok;
  }
  return {
    async post(messages) {
      await post(messages);
    },
    async postWithInbox(before, said = []) {
      const waiting = inbox.waiting(thread());
      if (await post([...before, ...waiting, ...said], { said })) inbox.delivered(waiting);
    },
    async goOn(interruptId, payload) {
      await post([], { resume: [{ interruptId, status: 'resolved', ...(payload && { payload }) }] });
    },
  };
}

/** Posts a run, again and under the same run id while the network fails: the server knows a run it has already started. */
async function postRun(
  messages: Message[],
  resume: readonly ResumeEntry[],
  { client, wait, signal, build }: PosterOptions,
): Promise<RunResponse<{ runId: string }>> {
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

interface RunParts {
  threadId: string;
  runId: string;
  messages: Message[];
  resume: readonly ResumeEntry[];
  declarations: Toolset['declarations'];
  /** Where the agent's relative paths start; left out where there is no sandbox. */
  folder: string | undefined;
  options: AgentOptions;
  /** Tokens that other agents of the conversation have used. */
  tokensBeside: number;
}

const FOLDER: Readonly<Record<Language, string>> = { en: 'Working directory', zh: '工作目录' };

/** What is posted to start a run. */
export const runInput = (parts: RunParts): RunAgentInput => ({
  threadId: parts.threadId,
  runId: parts.runId,
  protocolVersion: PROTOCOL_VERSION,
  messages: parts.messages,
  ...(parts.resume.length > 0 && { resume: [...parts.resume] }),
  tools: [...parts.declarations],
  context:
    parts.folder === undefined ? [] : [{ description: FOLDER[parts.options.language ?? 'en'], value: parts.folder }],
  forwardedProps: {
    toolyard: { ...parts.options, ...(parts.tokensBeside > 0 && { tokensBeside: parts.tokensBeside }) },
  },
});
