import { countTokens, ModelError, type ModelErrorCode } from '@/lib/models';
import { CountTokensRequestSchema, parseJson } from '@/lib/protocol';
import { readText } from './body';
import { handle } from './handle';
import { secretsOf } from './keys';
import { problemResponse } from './problem';
import type { Server } from './server';

const STATUS: Partial<Record<ModelErrorCode, number>> = { KEY_REQUIRED: 401, KEY_REFUSED: 401, BAD_REQUEST: 400 };

/** What tools of the hands ask of the server, a function a route. */
export const createServices = (open: () => Server) => ({
  /** `POST /api/services/count-tokens`: exact counts, from the provider. */
  countTokens: (request: Request): Promise<Response> =>
    handle(open, request, async ({ environment }) => {
      const text = await readText(request);
      if (text === undefined)
        return problemResponse(413, { code: 'BODY_TOO_LARGE', message: 'The body is too large.' });
      const body = parseJson(CountTokensRequestSchema, text);
      if (!body.ok) return problemResponse(400, { code: 'BAD_REQUEST', message: body.reason });
      const { anthropicKey } = secretsOf(request, environment);
      if (!anthropicKey) {
        return problemResponse(401, { code: 'KEY_REQUIRED', message: 'Exact counts need an Anthropic API key.' });
      }
      try {
        const answer = await countTokens(body.value, { apiKey: anthropicKey });
        return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        return problemResponse(STATUS[error.code] ?? 502, { code: error.code, message: error.message });
      }
    }),
});
