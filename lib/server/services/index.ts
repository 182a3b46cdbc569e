import type { ToolyardServer } from '../server';
import { mcpChannel, mcpRelayService } from './mcp-relay';
import { gitRelayService } from './git-relay';
import { remoteTriggerService } from './remote-trigger';
import { webFetchService } from './web-fetch';
import { webSearchService } from './web-search';
import { countTokens, keyFor, listModels, ModelError, type ModelErrorCode } from '@/lib/models';
import { CountTokensRequestSchema, ListModelsRequestSchema } from '@/lib/protocol';
import { secretsOf } from '../caller';
import { service, ServiceProblem } from './service';

/** The services that client-side tools use: one function per route, one file per service. */
export const createServerServices = (open: () => ToolyardServer) => ({
  countTokens: countTokensService(open),
  gitRelay: gitRelayService(open),
  mcpChannel: mcpChannel(open),
  mcpRelay: mcpRelayService(open),
  models: modelsService(open),
  remoteTrigger: remoteTriggerService(open),
  webFetch: webFetchService(open),
  webSearch: webSearchService(open),
});

/** `POST /api/services/count-tokens`: exact counts, from the provider. */
const countTokensService = service(CountTokensRequestSchema, async (body, { server, request }) => {
  const found = keyFor({ model: 'anthropic' }, secretsOf(request, server.environment));
  if (!found) throw new ServiceProblem(401, 'KEY_REQUIRED', 'Exact counts need an Anthropic API key.');
  return await countTokens(body, { apiKey: found.key, fetch: server.outbound.configured }).catch(modelFailure);
});

/** `POST /api/services/models`: the names of a provider's models, from the provider. */
const modelsService = service(ListModelsRequestSchema, async (body, { server, request }) => {
  const secrets = secretsOf(request, server.environment);
  const names = await listModels(body, secrets, { fetch: server.outbound.configured }).catch(modelFailure);
  return { names };
});

const STATUS: Partial<Record<ModelErrorCode, number>> = {
  KEY_REQUIRED: 401,
  KEY_REFUSED: 401,
  BAD_REQUEST: 400,
  ADDRESS_REFUSED: 400,
};

/** Throws a provider's failure as a `ServiceProblem`, and any other error unchanged. */
function modelFailure(error: unknown): never {
  if (!(error instanceof ModelError)) throw error;
  throw new ServiceProblem(STATUS[error.code] ?? 502, error.code, error.message);
}
