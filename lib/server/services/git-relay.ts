import { GitRelayRequestSchema } from '@/lib/protocol';
import { notAnswered, service, ServiceProblem } from './service';

const SERVICE = 'git-upload-pack';

/**
 * `POST /api/services/git-relay`: one request to a public git repository that a person named, which a page of another origin
 * may not read. Only what git itself asks for reading is sent (smart HTTP), and only git's own answer is passed on.
 */
export const gitRelayService = service(
  GitRelayRequestSchema,
  async ({ repository, wants }, { server, request, who }) => {
    const at = new URL(repository);
    at.pathname = `${at.pathname.replace(/\/+$/, '')}/${wants === undefined ? 'info/refs' : SERVICE}`;
    at.search = wants === undefined ? `?service=${SERVICE}` : '';
    const type = `application/x-${SERVICE}-${wants === undefined ? 'advertisement' : 'result'}`;
    const { exchanges } = server.limiter.hold(who, ['exchanges']);
    try {
      const response = await ask(server.outbound.configured, at, wants, request.signal);
      const isGit = response.ok && response.headers.get('content-type') === type;
      if (!isGit || !response.body) {
        await response.body?.cancel();
        throw new ServiceProblem(404, 'NOT_FOUND', `There is no public repository at ${repository}.`);
      }
      const headers = { 'content-type': type, 'cache-control': 'no-store' };
      return new Response(readToEnd(response.body, exchanges), { headers });
    } catch (error) {
      exchanges();
      throw error;
    }
  },
);

async function ask(
  fetch: typeof globalThis.fetch,
  url: URL,
  wants: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  try {
    if (wants === undefined) return await fetch(url, { signal });
    const headers = { 'content-type': `application/x-${SERVICE}-request` };
    return await fetch(url, { method: 'POST', headers, body: wants, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw notAnswered(error, url.host);
  }
}

/** The same bytes; `onEnd` is called once they have been read, or nobody reads them any more. */
function readToEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
}
