import { z } from 'zod';
import { CassetteSchema } from './cassette';
import { AgentOptionsSchema } from './options';

/**
 * `RunAgentInput.forwardedProps`, of which only `toolyard` is ours: the options, and what counts for one run only.
 */
export const ForwardedPropsSchema = z.looseObject({
  toolyard: AgentOptionsSchema.extend({
    /** Comes with a thread's first run, which replays it; it goes into the log. */
    cassette: CassetteSchema.optional(),
    /** What other agents of the same conversation have used so far: it counts against `maxTokens`, too. */
    tokensBeside: z.number().int().min(0).optional(),
  }).optional(),
});
