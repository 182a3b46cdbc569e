import { z } from 'zod';
import { AgentOptionsSchema } from './options';

/** Body of `POST /api/services/models`: whose names are wanted. */
export const ListModelsRequestSchema = AgentOptionsSchema.pick({ model: true, baseURL: true });

/** What `AgentOptions.modelName` may be, in the provider's order. */
export const ListModelsAnswerSchema = z.object({ names: z.array(z.string()) });
