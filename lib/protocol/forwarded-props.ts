import { z } from 'zod';
import { CassetteSchema } from './cassette';
import { AgentOptionsSchema } from './options';

/**
 * `RunAgentInput.forwardedProps`, of which only `toolyard` is ours: the options, and with a thread's first leg the cassette it
 * replays, which goes into the log.
 */
export const ForwardedPropsSchema = z.looseObject({
  toolyard: AgentOptionsSchema.extend({ cassette: CassetteSchema.optional() }).optional(),
});
