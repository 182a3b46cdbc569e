import { EventType, type AGUIEvent, type RunAgentInput } from '@ag-ui/core';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import {
  currentRun,
  emptyThread,
  foldEvent,
  ForwardedPropsSchema,
  parseJson,
  unansweredCalls,
  type CustomEventValue,
  type Language,
  type LogLine,
  type ThreadState,
} from '@/lib/protocol';

/** What the stand-in for a model says in one turn. */
export interface FakeTurn {
  text?: string;
  /** `at`: when its arguments were complete, milliseconds since the epoch. */
  calls?: readonly { id: string; name: string; args: unknown; at?: number }[];
  /** The run fails with this code instead. */
  error?: string;
  /** The figures of the turn. */
  figures?: CustomEventValue<'toolyard.turn'>;
  /** A guard ends the run for this reason. */
  guard?: 'toolyard:turns' | 'toolyard:tokens' | 'toolyard:loop' | 'toolyard:your-turn';
  /** The turn lasts until this resolves. */
  until?: Promise<void>;
}

const NO_FIGURES: CustomEventValue<'toolyard.turn'> = {
  stop: 'end',
  model: 'fake',
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cost: 0,
  startedAt: 0,
  endedAt: 0,
};

interface FakeThread {
  lines: LogLine[];
  state: ThreadState;
  live?: { runId: string; stop: () => void };
  orphaned: boolean;
  /** That of its last run. */
  language?: Language | undefined;
  tails: Set<ReadableStreamDefaultController<Uint8Array>>;
}

/** The server's rules in memory, small enough to read: a stand-in behind `fetch` for tests of the client. */
export function createFakeServer(model: (thread: ThreadState) => FakeTurn) {
  const threads = new Map<string, FakeThread>();
  const posts: RunAgentInput[] = [];
  const requests: string[] = [];
  let turns = 0;
  let refusals: (() => Response)[] = [];
  const encoder = new TextEncoder();

  const threadOf = (id: string): FakeThread => {
    const thread = threads.get(id) ?? { lines: [], state: emptyThread, orphaned: false, tails: new Set() };
    threads.set(id, thread);
    return thread;
  };
  const bytesOf = ({ seq, event }: LogLine) => encoder.encode(`id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`);
  const append = (thread: FakeThread, events: AGUIEvent[]) => {
    for (const event of events) {
      const line = { seq: thread.lines.length + 1, event };
      thread.lines.push(line);
      thread.state = foldEvent(thread.state, line);
      for (const tail of thread.tails) tail.enqueue(bytesOf(line));
    }
  };
  const finish = (thread: FakeThread, id: string, runId: string, cancelled: boolean) => {
    if (cancelled) {
      append(
        thread,
        unansweredCalls(thread.state).map((call) => aborted(call.id)),
      );
    }
    const pendingToolCallIds = unansweredCalls(thread.state).map((call) => call.id);
    const outcome = cancelled ? { type: 'cancelled' as const } : { type: 'success' as const, pendingToolCallIds };
    append(thread, [{ type: EventType.RUN_FINISHED, threadId: id, runId, outcome }]);
    thread.live = undefined;
  };

  const speak = async (thread: FakeThread, id: string, runId: string) => {
    let stop: () => void = () => undefined;
    const stopped = new Promise<'stopped'>((resolve) => (stop = () => resolve('stopped')));
    thread.live = { runId, stop };
    turns++;
    const turn = model(thread.state);
    const messageId = `m${turns}`;
    if (turn.text !== undefined) {
      append(thread, [
        { type: EventType.TEXT_MESSAGE_START, messageId, role: 'assistant' },
        ...Array.from(turn.text, (delta) => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta }) as const),
      ]);
    }
    const end = await Promise.race([turn.until, stopped]);
    if (thread.live?.runId !== runId) return;
    if (turn.text !== undefined) append(thread, [{ type: EventType.TEXT_MESSAGE_END, messageId }]);
    if (end === 'stopped') return finish(thread, id, runId, true);
    if (turn.error) {
      thread.live = undefined;
      return append(thread, [{ type: EventType.RUN_ERROR, code: turn.error, message: 'It failed.' }]);
    }
    for (const call of turn.calls ?? []) {
      append(thread, [
        { type: EventType.TOOL_CALL_START, toolCallId: call.id, toolCallName: call.name, parentMessageId: messageId },
        { type: EventType.TOOL_CALL_ARGS, toolCallId: call.id, delta: JSON.stringify(call.args) },
        { type: EventType.TOOL_CALL_END, toolCallId: call.id, timestamp: call.at },
      ]);
    }
    append(thread, [{ type: EventType.CUSTOM, name: 'toolyard.turn', value: turn.figures ?? NO_FIGURES }]);
    if (turn.guard) {
      const interrupts = [{ id: `${runId}:guard`, reason: turn.guard, message: 'Enough.' }];
      thread.live = undefined;
      return append(thread, [
        { type: EventType.RUN_FINISHED, threadId: id, runId, outcome: { type: 'interrupt', interrupts } },
      ]);
    }
    finish(thread, id, runId, false);
  };

  const post = (body: string): Response => {
    const input = parseJson(RunAgentInputSchema, body);
    if (!input.ok) return problem(400, 'BAD_REQUEST');
    posts.push(input.value);
    const { threadId, runId, messages, resume = [] } = input.value;
    const thread = threadOf(threadId);
    const options = ForwardedPropsSchema.parse(input.value.forwardedProps ?? {}).toolyard ?? {};
    thread.language = options.language;
    if (thread.state.runs.some((run) => run.runId === runId)) return new Response('');
    if (thread.live && !thread.orphaned) return problem(409, 'RUN_ACTIVE');
    const last = currentRun(thread.state);
    const resumed = resume.some(({ interruptId }) => last?.interrupts?.some(({ id }) => id === interruptId));
    const start = { type: EventType.RUN_STARTED, threadId, runId } as const;
    if (thread.orphaned) {
      const kept = thread.state.messages.filter((message) => message.role !== 'assistant' || message.toolCalls);
      thread.orphaned = false;
      append(thread, [
        { type: EventType.RUN_ERROR, code: 'LEASE_LOST', message: 'gone' },
        start,
        { type: EventType.MESSAGES_SNAPSHOT, messages: kept },
      ]);
      void speak(thread, threadId, runId);
      return new Response('');
    }
    append(thread, [start]);
    const { cassette } = options;
    if (cassette && thread.state.messages.length === 0) {
      append(thread, [{ type: EventType.CUSTOM, name: 'toolyard.cassette', value: cassette }]);
    }
    let news = resumed || last?.status === 'error';
    for (const message of messages) {
      if (message.role === 'tool') {
        const call = thread.state.calls[message.toolCallId];
        if (!call || call.result) continue;
        const { id: messageId, toolCallId, content, metadata } = message;
        append(thread, [
          { type: EventType.TOOL_CALL_RESULT, messageId, toolCallId, content, ...(metadata && { metadata }) },
        ]);
        news = true;
      } else if (message.role === 'user' && !thread.state.messages.some(({ id }) => id === message.id)) {
        append(
          thread,
          unansweredCalls(thread.state).map((call) => aborted(call.id)),
        );
        append(thread, [
          { type: EventType.TEXT_MESSAGE_START, messageId: message.id, role: 'user' },
          { type: EventType.TEXT_MESSAGE_CONTENT, messageId: message.id, delta: JSON.stringify(message.content) },
          { type: EventType.TEXT_MESSAGE_END, messageId: message.id },
        ]);
        news = true;
      }
    }
    if (news && unansweredCalls(thread.state).length === 0) void speak(thread, threadId, runId);
    else finish(thread, threadId, runId, false);
    return new Response('');
  };

  const tail = (thread: FakeThread, after: number, signal: AbortSignal | null | undefined): Response => {
    let mine: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        mine = controller;
        for (const line of thread.lines.filter(({ seq }) => seq > after)) controller.enqueue(bytesOf(line));
        thread.tails.add(controller);
        signal?.addEventListener('abort', () => {
          if (thread.tails.delete(controller)) controller.error(new DOMException('aborted', 'AbortError'));
        });
      },
      cancel: () => void thread.tails.delete(mine),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  const stop = (id: string, thread: FakeThread): Response => {
    if (thread.live) thread.live.stop();
    else if (unansweredCalls(thread.state).length > 0) {
      const runId = `stop${thread.lines.length}`;
      append(thread, [{ type: EventType.RUN_STARTED, threadId: id, runId }]);
      finish(thread, id, runId, true);
    }
    return Response.json({});
  };

  return {
    posts,
    requests,
    /** How often the model was called. */
    get turns() {
      return turns;
    },
    thread: (id: string) => threadOf(id),
    /** The next requests to the agent get these responses instead. */
    refuse: (...answers: (() => Response)[]) => void (refusals = answers),
    /** Breaks off every event stream. */
    dropTails() {
      for (const { tails } of threads.values()) {
        for (const controller of tails) controller.close();
        tails.clear();
      }
    },
    /** The process that runs the live run dies. */
    kill(id: string) {
      const thread = threadOf(id);
      thread.live = undefined;
      thread.orphaned = true;
    },
    fetch: async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
      await Promise.resolve();
      const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
      const method = init.method ?? 'GET';
      requests.push(`${method} ${url.pathname}${url.search}`);
      if (url.pathname.startsWith('/samples/')) {
        return url.pathname.endsWith('files.json')
          ? Response.json({ title: 'A sample', files: ['a.txt'] })
          : new Response('original\n');
      }
      if (url.pathname === '/api/agent')
        return refusals.shift()?.() ?? post(typeof init.body === 'string' ? init.body : '');
      const [, , , id = '', rest] = url.pathname.split('/');
      const thread = threads.get(id);
      if (!thread) return problem(404, 'NOT_FOUND');
      if (rest === 'events') return tail(thread, Number(url.searchParams.get('after')), init.signal);
      if (rest === 'run') return stop(id, thread);
      return Response.json({
        threadId: id,
        lastSeq: thread.lines.length,
        live: thread.live && !thread.orphaned ? { runId: thread.live.runId, expiresAt: 0 } : null,
        orphaned: thread.orphaned,
        pendingToolCallIds: unansweredCalls(thread.state).map((call) => call.id),
        options: { ...(thread.language && { language: thread.language }) },
      });
    },
  };
}

const problem = (status: number, code: string) => Response.json({ code, message: code }, { status });

const aborted = (toolCallId: string): AGUIEvent => ({
  type: EventType.TOOL_CALL_RESULT,
  messageId: `result:${toolCallId}`,
  toolCallId,
  content: 'Aborted by the server.',
  metadata: { toolyard: { success: false, error: 'ABORTED' } },
});
