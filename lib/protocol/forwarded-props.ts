import { z } from 'zod';
import { CassetteSchema } from './cassette';
import { AgentOptionsSchema } from './options';

/** `RunAgentInput.forwardedProps`. Only `toolyard` is ours: the options, and what applies to one run only. */
export const ForwardedPropsSchema = z.looseObject({
  toolyard: AgentOptionsSchema.extend({
    /** Sent with a thread's first run, which replays it; it is added to the log. */
    cassette: CassetteSchema.optional(),
    /** What other agents of the same conversation have used so far: it also counts against `maxTokens`. */
    tokensBeside: z.number().int().min(0).optional(),
  }).optional(),
});
