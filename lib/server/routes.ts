import { followRun, startRun, stopThread, summarize } from '@/lib/agent';
import type { ThreadSummary } from '@/lib/protocol';
import { readRunInput } from './body';
import { handle } from './handle';
import { secretsOf } from './keys';
import { problemResponse } from './problem';
import type { Server } from './server';
import { createServices } from './services';
import { sseResponse } from './sse';

const NO_STORE = { 'cache-control': 'no-store' };
const noThread = (): Response => problemResponse(404, { code: 'NOT_FOUND', message: 'There is no such thread.' });

/** The API, a function a route. `open` gives the server, so that tests bring their own. */
export const createRoutes = (open: () => Server) => ({
  ...createServices(open),

  /** `POST /api/agent`: one run, its events as the answer. */
  agent: (request: Request): Promise<Response> =>
    handle(open, request, async ({ ports, environment, heartbeatMs }, owner) => {
      const body = await readRunInput(request);
      if (!body.ok) return problemResponse(body.status, body.problem);
      const answer = await startRun(ports, { owner, input: body.value, secrets: secretsOf(request, environment) });
      if (!answer.ok) return problemResponse(answer.status, answer.problem);
      return sseResponse((signal) => followRun(ports.log, answer.follow, signal), heartbeatMs);
    }),

  /** `POST /api/session`: nothing but the cookie, for a page that wants it before it asks for two things at once. */
  session: (request: Request): Promise<Response> => handle(open, request, () => new Response(null, { status: 204 })),

  /** `GET /api/threads/:id`: a `ThreadSummary`. */
  thread: (request: Request, threadId: string): Promise<Response> =>
    handle(open, request, async ({ ports }, owner) => {
      const record = await ports.log.find(threadId, owner);
      if (!record) return noThread();
      const history = await ports.histories.load(ports.log, threadId);
      const summary: ThreadSummary = summarize(history, record, ports.now());
      return Response.json(summary, { headers: NO_STORE });
    }),

  /** `GET /api/threads/:id/events`: the log from `Last-Event-ID` or `?after=`, until the client leaves. */
  events: (request: Request, threadId: string): Promise<Response> =>
    handle(open, request, async ({ ports, heartbeatMs }, owner) => {
      const cursor = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0';
      if (!/^\d{1,15}$/.test(cursor)) {
        return problemResponse(400, { code: 'BAD_REQUEST', message: 'The cursor is a sequence number.' });
      }
      if (!(await ports.log.find(threadId, owner))) return noThread();
      return sseResponse((signal) => ports.log.tail(threadId, Number(cursor), signal), heartbeatMs);
    }),

  /** `DELETE /api/threads/:id/run`: stops what runs and settles what is pending. */
  run: (request: Request, threadId: string): Promise<Response> =>
    handle(open, request, async ({ ports }, owner) => {
      const answer = await stopThread(ports, threadId, owner);
      return answer ? Response.json(answer, { headers: NO_STORE }) : noThread();
    }),
});
