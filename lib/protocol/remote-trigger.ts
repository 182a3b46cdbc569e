import { z } from 'zod';

/** Body of `POST /api/services/remote-trigger`. */
export const RemoteTriggerRequestSchema = z.strictObject({
  url: z.string().max(2_000),
  event: z.string().min(1).max(200),
  data: z.record(z.string(), z.unknown()),
});

/** What the receiver answered, whatever it was. */
export const RemoteTriggerAnswerSchema = z.object({
  /** The id under which the receiver knows the message. */
  id: z.string(),
  status: z.number().int(),
  text: z.string(),
});
export type RemoteTriggerAnswer = z.infer<typeof RemoteTriggerAnswerSchema>;
