import type { ToolResult } from '@/lib/protocol';
import { z } from 'zod';

const NestedSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    args: z.string().default(''),
    phase: z.enum(['invalid', 'succeeded', 'failed', 'denied', 'aborted']),
    error: z.string().optional(),
    queuedAt: z.number().optional(),
    startedAt: z.number(),
    endedAt: z.number(),
    text: z.string(),
  }),
);

/** The calls that a call has made, as its result reports them; empty if it made none. */
export function nestedRecords(details: ToolResult['details']): z.infer<typeof NestedSchema> {
  if (!details?.nested) return [];
  const nested = NestedSchema.safeParse(details.nested);
  return nested.success ? nested.data : [];
}
