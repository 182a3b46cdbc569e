import { parseJson } from '@/lib/protocol';
import { z } from 'zod';

/** Data that a provider sent with a thought or a call and wants back unchanged. Sent as an AG-UI `encryptedValue`. */
const SealedSchema = z.object({
  /** The model that sent it: no other can read it. */
  by: z.string(),
  kind: z.enum(['thinking', 'redacted-thinking', 'server-block', 'reasoning-content', 'thought-signature']),
  value: z.string(),
});
type Sealed = z.infer<typeof SealedSchema>;

export const seal = (sealed: Sealed): string => JSON.stringify(sealed);

/** Undefined if it is from another model, or not such a value at all. */
export function unseal(encryptedValue: string | undefined, by: string): Sealed | undefined {
  const parsed = encryptedValue === undefined ? undefined : parseJson(SealedSchema, encryptedValue);
  return parsed?.ok && parsed.value.by === by ? parsed.value : undefined;
}
