import { TooLong } from '@/lib/models/bounded';
import { UrlRefused } from '../address-guard';
import type { z } from 'zod';
import { parseBody, readBodyText } from '../body';
import { handle } from '../caller';
import type { Who } from '../limiter';
import { problemResponse } from '../problem';
import type { ToolyardServer } from '../server';

/** Why a service failed; the route returns it as a problem. */
export class ServiceProblem extends Error {
  override name = 'ServiceProblem';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Why a server that a person named gives no answer. `who`: how the message calls it. */
export function notAnswered(error: unknown, who: string): ServiceProblem {
  if (error instanceof UrlRefused) return new ServiceProblem(403, error.code, `${error.message}${error.advice}`);
  if (error instanceof TooLong) return new ServiceProblem(504, 'TIMEOUT', error.message);
  return new ServiceProblem(502, 'NETWORK_ERROR', `${who} cannot be reached.`);
}

/** What a service knows of the request besides its body. */
export interface ServiceRequest {
  server: ToolyardServer;
  request: Request;
  /** The session and address that the request comes from. */
  who: Who;
}

/**
 * A route `POST /api/services/<name>`: reads and validates the body, and answers with JSON; a `ServiceProblem` becomes a
 * problem.
 */
export const service =
  <T>(schema: z.ZodType<T>, work: (body: T, asked: ServiceRequest) => Promise<unknown>) =>
  (open: () => ToolyardServer) =>
  (request: Request): Promise<Response> =>
    handle(open, request, async (server, who, take) => {
      const text = await readBodyText(request, server.limiter.value, take);
      if (!text.ok) return problemResponse(text.status, text.problem);
      const body = parseBody(schema, text.value);
      if (!body.ok) return problemResponse(body.status, body.problem);
      const { services } = server.limiter.hold(who, ['services']);
      try {
        const answer = await work(body.value, { server, request, who });
        return answer instanceof Response
          ? answer
          : Response.json(answer, { headers: { 'cache-control': 'no-store' } });
      } catch (error) {
        if (!(error instanceof ServiceProblem)) throw error;
        return problemResponse(error.status, { code: error.code, message: error.message });
      } finally {
        services();
      }
    });
