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

/** What each run carries besides messages and tools. */
export interface RunContext {
  /** The base of the agent's relative paths; undefined if there is no sandbox. */
  folder: string | undefined;
  options: AgentOptions;
  /** Tokens that other agents of the conversation have used. */
  tokensBeside: number;
}

export interface PosterOptions {
  threadId: string;
  client: RunClient;
  wait: Wait;
  loadToolset: () => Promise<Toolset>;
  runContext: () => Promise<RunContext>;
  signal: AbortSignal;
  /** The thread as far as the log has arrived. */
  thread: () => ThreadState;
  /** Messages from other agents. */
  inbox: Inbox;
  /** Gets the server's answer. */
  onAnswer: (event: Extract<SessionEvent, { type: 'posted' | 'run-active' | 'post-refused' }>) => void;
}

/** Posts this tab's runs. */
export interface Poster {
  post(messages: readonly Message[]): Promise<void>;
  /**
   * Posts these messages with the waiting inbox messages between them. One whose post failed keeps waiting, and is posted again
   * with the same id.
   */
  postWithInbox(before: readonly Message[], said?: readonly UserMessage[]): Promise<void>;
  /** Continues a run that a guard ended, or that waits for a turn. */
  goOn(interruptId: string, payload: WrittenTurn | undefined): Promise<void>;
}

export function createPoster({ thread, inbox, onAnswer, ...options }: PosterOptions): Poster {
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

/**
 * Posts a run, and repeats it with the same run id while the network fails: the server recognizes a run it has already started.
 */
async function postRun(
  messages: Message[],
  resume: readonly ResumeEntry[],
  { client, wait, signal, ...options }: Pick<PosterOptions, 'client' | 'wait' | 'signal' | RunInputOption>,
): Promise<RunResponse<{ runId: string }>> {
  const runId = crypto.randomUUID();
  const input = await runInput(runId, messages, resume, options);
  for (let attempt = 1; ; attempt++) {
    const answer = await client.post(input);
    if (answer.ok) return { ok: true, value: { runId } };
    const worthIt = answer.code === 'NETWORK_ERROR' || answer.status === TOO_MANY || (answer.status ?? 0) >= 502;
    if (!worthIt || attempt === TRIES || signal.aborted) return answer;
    await wait(FIRST_RETRY_MS * 2 ** (attempt - 1), signal);
  }
}

const FOLDER: Readonly<Record<Language, string>> = { en: 'Working directory', zh: '工作目录' };

type RunInputOption = 'threadId' | 'loadToolset' | 'runContext';

/** The input of a run that carries these messages and answers these interrupts. */
async function runInput(
  runId: string,
  messages: Message[],
  resume: readonly ResumeEntry[],
  { threadId, loadToolset, runContext }: Pick<PosterOptions, RunInputOption>,
): Promise<RunAgentInput> {
  const { declarations } = await loadToolset();
  const { folder, options, tokensBeside } = await runContext();
  return {
    threadId,
    runId,
    protocolVersion: PROTOCOL_VERSION,
    messages,
    ...(resume.length > 0 && { resume: [...resume] }),
    tools: [...declarations],
    context: folder === undefined ? [] : [{ description: FOLDER[options.language ?? 'en'], value: folder }],
    forwardedProps: { toolyard: { ...options, ...(tokensBeside > 0 && { tokensBeside }) } },
  };
}
