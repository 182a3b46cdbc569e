import { keySlot, type AgentOptions } from '@/lib/protocol';

/** Credentials that arrive with one request, keyed by `keySlot`; never stored or logged. */
export interface Secrets {
  /** Keys typed in the page. */
  typed?: Readonly<Record<string, string>>;
  /** Headers set in the page. */
  headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The server's own keys, if this request may use them; their use counts against the server's budgets. */
  own?: Readonly<Record<string, string>>;
}

/** The key for the chosen model; a typed key takes precedence. */
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

/** The headers that a person set for the chosen model; none if the server's own key is used. */
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
