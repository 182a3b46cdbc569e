import { z } from 'zod';

/** Body of `POST /api/services/remote-trigger`. */
export const RemoteTriggerRequestSchema = z.strictObject({
  url: z.string().max(2_000),
  event: z.string().min(1).max(200),
  data: z.record(z.string(), z.unknown()),
});

/** What the receiver answered, whatever its status. */
export const RemoteTriggerAnswerSchema = z.object({
  /** The id of the message at the receiver. */
  id: z.string(),
  status: z.number().int(),
  text: z.string(),
});
export type RemoteTriggerAnswer = z.infer<typeof RemoteTriggerAnswerSchema>;
