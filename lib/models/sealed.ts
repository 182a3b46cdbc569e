import { parseJson } from '@/lib/protocol';
import { z } from 'zod';

/** What a provider gave with a thought or a call and wants back unchanged. Travels as an AG-UI `encryptedValue`. */
const SealedSchema = z.object({
  /** The model that gave it: nobody else can read it. */
  by: z.string(),
  kind: z.enum(['thinking', 'redacted-thinking', 'server-block', 'reasoning-content', 'thought-signature']),
  value: z.string(),
});
export type Sealed = z.infer<typeof SealedSchema>;

export const seal = (sealed: Sealed): string => JSON.stringify(sealed);

/** Undefined where it is somebody else's, or no seal of ours at all. */
export function unseal(encryptedValue: string | undefined, by: string): Sealed | undefined {
  const parsed = encryptedValue === undefined ? undefined : parseJson(SealedSchema, encryptedValue);
  return parsed?.ok && parsed.value.by === by ? parsed.value : undefined;
}
