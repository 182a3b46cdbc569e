import type { RunAgentInput } from '@ag-ui/core';
import {
  ExchangesAnswerSchema,
  ForwardedPropsSchema,
  parseJson,
  ProblemSchema,
  ThreadSummarySchema,
  type AgentOptions,
  type Exchange,
  type ThreadSummary,
} from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';

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
  /** Asks the live run to stop. */
  stop(threadId: string): Promise<RunResponse<undefined>>;
}

export interface RunClientOptions {
  fetch: typeof fetch;
  /** The headers of a run with these options that carry a typed key and what belongs to it. Only posts have them. */
  carried: (options: AgentOptions) => Readonly<Record<string, string>>;
}

export function createRunClient({ fetch, carried }: RunClientOptions): RunClient {
  const request = async (path: string, init: RequestInit): Promise<RunResponse<Response>> => {
    try {
      const response = await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...init });
      return response.ok ? { ok: true, value: response } : await refusalOf(response);
    } catch (error) {
      return { ok: false, code: 'NETWORK_ERROR', message: `The server cannot be reached: ${messageOf(error)}` };
    }
  };
  return {
    async post(input) {
      const forwarded = ForwardedPropsSchema.safeParse(input.forwardedProps);
      const answer = await request('/api/agent', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...carried(forwarded.data?.toolyard ?? {}),
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
    async stop(threadId) {
      const answer = await request(`${threadPath(threadId)}/run`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
      });
      return answer.ok ? { ok: true, value: undefined } : answer;
    },
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

/** Reads to the end, so that the connection can be reused; the log tells what happened. */
async function drain(response: Response): Promise<void> {
  try {
    await response.body?.pipeTo(new WritableStream());
  } catch {
    // The connection broke; the run continues without it.
  }
}
