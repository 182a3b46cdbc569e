import {
  type RunAgentInput,
  type Message,
  type ResumeEntry,
  type Tool,
  type UserMessage,
  PROTOCOL_VERSION,
} from '@ag-ui/core';
import {
  ExchangesAnswerSchema,
  ForwardedPropsSchema,
  parseJson,
  ProblemSchema,
  ThreadSummarySchema,
  type StopRequestSchema,
  type AgentOptions,
  type Exchange,
  type ThreadSummary,
  type ThreadState,
  type WrittenTurn,
  type Language,
} from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import type { TypedKeys } from './settings/typed-keys';
import type { z } from 'zod';
import type { Inbox } from './thread/inbox';
import type { Wait } from './wait';

/** Why a request was refused or never arrived. `NETWORK_ERROR` has no status. */
export interface RunRefusal {
  ok: false;
  code: string;
  message: string;
  status?: number;
}

export type RunResponse<T> = { ok: true; value: T } | RunRefusal;

/** The server's routes; results are values, and nothing here throws. */
export interface RunClient {
  /**
   * Posts a run. Resolves as soon as it is accepted; `ended` resolves when the server closes the response, which can be ignored
   * because the log has everything. The same `runId` may be posted again after a network error.
   */
  post(input: RunAgentInput): Promise<RunResponse<{ ended: Promise<void> }>>;
  summary(threadId: string): Promise<RunResponse<ThreadSummary>>;
  /** Requests to models and their responses, as far as the server still has them, oldest first. */
  exchanges(threadId: string): Promise<RunResponse<readonly Exchange[]>>;
  /** Asks the live run to stop. `notRun`: ids of calls that this tab has and did not run. */
  stop(threadId: string, notRun?: readonly string[]): Promise<RunResponse<undefined>>;
  /** Deletes a thread for good; its run is stopped. */
  remove(threadId: string): Promise<RunResponse<undefined>>;
}

interface RunClientOptions {
  fetch: typeof fetch;
  /** Posts of a run carry the key that was typed for its options, and what belongs to it. */
  keys: Pick<TypedKeys, 'any' | 'carried'>;
}

export function createRunClient({ fetch, keys }: RunClientOptions): RunClient {
  const request = async (path: string, init: RequestInit): Promise<RunResponse<Response>> => {
    try {
      const response = await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...init });
      return response.ok ? { ok: true, value: response } : throughGateway(await refusalOf(response));
    } catch (error) {
      return unreachable(messageOf(error));
    }
  };
  const remove = async (path: string, body?: z.infer<typeof StopRequestSchema>): Promise<RunResponse<undefined>> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await request(path, { method: 'DELETE', headers, ...(body && { body: JSON.stringify(body) }) });
    return answer.ok ? { ok: true, value: undefined } : answer;
  };
  return {
    async post(input) {
      const forwarded = ForwardedPropsSchema.safeParse(input.forwardedProps);
      const answer = await request('/api/agent', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...(keys.any && keys.carried(forwarded.data?.toolyard ?? {})),
        },
        body: JSON.stringify(input),
      });
      return answer.ok ? { ok: true, value: { ended: drain(answer.value) } } : answer;
    },
    async summary(threadId) {
      const answer = await request(threadPath(threadId), { method: 'GET' });
      if (!answer.ok) return answer;
      const parsed = parseJson(ThreadSummarySchema, await answer.value.text().catch(() => ''));
      return parsed.ok ? parsed : { ok: false, code: 'BAD_ANSWER', message: `Not a thread: ${parsed.reason}` };
    },
    async exchanges(threadId) {
      const answer = await request(`${threadPath(threadId)}/exchanges`, { method: 'GET' });
      if (!answer.ok) return answer;
      const parsed = parseJson(ExchangesAnswerSchema, await answer.value.text().catch(() => ''));
      if (parsed.ok) return { ok: true, value: parsed.value.exchanges };
      return { ok: false, code: 'BAD_ANSWER', message: `Not a list of exchanges: ${parsed.reason}` };
    },
    stop: (threadId, notRun = []) =>
      remove(`${threadPath(threadId)}/run`, notRun.length > 0 ? { notRun: [...notRun] } : undefined),
    remove: (threadId) => remove(threadPath(threadId)),
  };
}

export const threadPath = (threadId: string): string => `/api/threads/${encodeURIComponent(threadId)}`;

/** The refusal in a response: our `Problem`, or its status if something else answered. */
export async function refusalOf(response: Response): Promise<RunRefusal> {
  const problem = parseJson(ProblemSchema, await response.text().catch(() => ''));
  if (!problem.ok) {
    const { status } = response;
    return { ok: false, status, code: `HTTP_${status}`, message: `The server answered ${status}.` };
  }
  const { code, message, issues = [] } = problem.value;
  const where = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  return { ok: false, status: response.status, code, message: where ? `${message} ${where}` : message };
}

const unreachable = (why: string): RunRefusal => ({
  ok: false,
  code: 'NETWORK_ERROR',
  message: `The server cannot be reached: ${why}`,
});

/** While the server is away, a gateway answers in its place, in other words than ours. */
const throughGateway = (refusal: RunRefusal): RunRefusal =>
  (refusal.status ?? 0) >= 502 && refusal.code.startsWith('HTTP_')
    ? unreachable(`a gateway answered ${refusal.status}.`)
    : refusal;

/** Reads to the end, so that the connection can be reused; the log tells what happened. */
async function drain(response: Response): Promise<void> {
  try {
    await response.body?.pipeTo(new WritableStream());
  } catch {
    // The connection broke; the run continues without it.
  }
}

const TRIES = 4;
const FIRST_RETRY_MS = 300;
const TOO_MANY = 429;

/** What each run carries besides messages and tools. */
interface RunContext {
  /** The base of the agent's relative paths; undefined if there is no sandbox. */
  folder: string | undefined;
  options: AgentOptions;
  /** Tokens that other agents of the conversation have used. */
  tokensBeside: number;
}

/** The server's answer to a post. */
export type PostAnswer =
  | { readonly type: 'posted'; readonly runId: string; readonly said: readonly UserMessage[] }
  | { readonly type: 'run-active' }
  | { readonly type: 'post-refused'; readonly refusal: Omit<RunRefusal, 'ok'> };

export interface PosterOptions {
  threadId: string;
  client: RunClient;
  wait: Wait;
  loadToolset: () => Promise<{ readonly declarations: readonly Tool[] }>;
  runContext: () => Promise<RunContext>;
  signal: AbortSignal;
  /** The thread as far as the log has arrived. */
  thread: () => ThreadState;
  /** Messages from other agents; undefined if there are none. */
  inbox: () => Inbox | undefined;
  onAnswer: (answer: PostAnswer) => void;
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
      const from = inbox();
      const waiting = from?.waiting(thread()) ?? [];
      if (await post([...before, ...waiting, ...said], { said })) from?.delivered(waiting);
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
    // A budget is empty for longer.
    const limited = answer.status === TOO_MANY && answer.code !== 'BUDGET_EXCEEDED';
    const worthIt = answer.code === 'NETWORK_ERROR' || limited || (answer.status ?? 0) >= 502;
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
