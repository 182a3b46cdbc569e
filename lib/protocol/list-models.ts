import { z } from 'zod';
import { AgentOptionsSchema } from './options';

/** Body of `POST /api/services/models`: the provider whose models are wanted. */
export const ListModelsRequestSchema = AgentOptionsSchema.pick({ model: true, baseURL: true });

/** Possible values of `AgentOptions.modelName`, in the provider's order. */
export const ListModelsAnswerSchema = z.object({ names: z.array(z.string()) });
