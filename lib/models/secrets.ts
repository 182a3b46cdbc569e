import { keySlot, type AgentOptions } from '@/lib/protocol';

/** What travels with one request, by whose it is (`keySlot`), and is never stored or logged. */
export interface Secrets {
  /** Keys typed in the page. */
  typed?: Readonly<Record<string, string>>;
  /** The server's own keys, where this request may use them: what they are used for counts against the server's budgets. */
  own?: Readonly<Record<string, string>>;
}

/** The key for what the options choose: the typed one goes first. */
export function keyFor(
  options: Pick<AgentOptions, 'model' | 'baseURL'>,
  { typed = {}, own = {} }: Secrets,
): { key: string; own: boolean } | undefined {
  const slot = keySlot(options);
  if (slot === undefined) return undefined;
  const key = find(typed, slot);
  if (key) return { key, own: false };
  const ours = find(own, slot);
  return ours ? { key: ours, own: true } : undefined;
}

const find = (keys: Readonly<Record<string, string>>, slot: string): string | undefined =>
  Object.hasOwn(keys, slot) ? keys[slot] : undefined;
