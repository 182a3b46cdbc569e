import { refuseRequest } from './origin';
import { problemResponse } from './problem';
import type { Server } from './server';
import { sessionOf } from './session';

/**
 * What every route does around its work: checks the request, finds the session, gives a new one its cookie, and turns
 * whatever is thrown into a problem.
 */
export async function handle(
  open: () => Server,
  request: Request,
  work: (server: Server, owner: string) => Promise<Response> | Response,
): Promise<Response> {
  try {
    const server = open();
    const refused = refuseRequest(request, server.environment.TOOLYARD_HOST);
    if (refused) return problemResponse(403, refused);
    const session = sessionOf(request, server.secret);
    if (!session.ok) return problemResponse(401, { code: 'BAD_BEARER', message: session.message });
    const response = await work(server, session.owner);
    if (session.setCookie !== undefined) response.headers.append('set-cookie', session.setCookie);
    return response;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The server failed.';
    return problemResponse(500, { code: 'INTERNAL', message });
  }
}
