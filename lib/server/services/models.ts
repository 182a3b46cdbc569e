import { listModels } from '@/lib/models';
import { ListModelsRequestSchema } from '@/lib/protocol';
import { secretsOf } from '../keys';
import { modelFailure } from './model-failure';
import { service } from './service';

/** `POST /api/services/models`: the names of a provider's models, from the provider. */
export const modelsService = service(ListModelsRequestSchema, async (body, { server, request }) => {
  const secrets = secretsOf(request, server.environment);
  const names = await listModels(body, secrets, { fetch: server.outbound.configured }).catch(modelFailure);
  return { names };
});
