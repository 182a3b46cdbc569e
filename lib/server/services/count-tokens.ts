import { countTokens, keyFor } from '@/lib/models';
import { CountTokensRequestSchema } from '@/lib/protocol';
import { secretsOf } from '../keys';
import { modelFailure } from './model-failure';
import { service, ServiceProblem } from './service';

/** `POST /api/services/count-tokens`: exact counts, from the provider. */
export const countTokensService = service(CountTokensRequestSchema, async (body, { server, request }) => {
  const found = keyFor({ model: 'anthropic' }, secretsOf(request, server.environment));
  if (!found) throw new ServiceProblem(401, 'KEY_REQUIRED', 'Exact counts need an Anthropic API key.');
  return await countTokens(body, { apiKey: found.key, fetch: server.outbound.configured }).catch(modelFailure);
});
