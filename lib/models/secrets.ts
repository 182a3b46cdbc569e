import { keySlot, type AgentOptions } from '@/lib/protocol';

/** What travels with one request, by whose it is (`keySlot`), and is never stored or logged. */
export interface Secrets {
  /** Keys typed in the page. */
  typed?: Readonly<Record<string, string>>;
  /** Headers set in the page. */
  headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
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

/** The headers that a person set for what the options choose. A call with the server's own key carries none of them. */
export function headersFor(
  options: Pick<AgentOptions, 'model' | 'baseURL'>,
  secrets: Secrets,
): Readonly<Record<string, string>> {
  const slot = keySlot(options);
  const headers = slot === undefined ? undefined : find(secrets.headers ?? {}, slot);
  return headers === undefined || keyFor(options, secrets)?.own === true ? {} : headers;
}

const find = <T>(kept: Readonly<Record<string, T>>, slot: string): T | undefined =>
  Object.hasOwn(kept, slot) ? kept[slot] : undefined;
