import type { Client } from '@/lib/client/state';
import { inFieldsOf, type Examples } from '../contract/example-args';

/**
 * Makes the calls that a prepared call depends on, each with the present preset's tool for it. Returns the prepared call's
 * arguments, completed with values from the results of those calls.
 */
export async function prepareCall(
  client: Pick<Client, 'tryCall' | 'store'>,
  { good, before = [] }: Examples,
  of: { readonly fields?: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const { pool } = client.store.getState();
  const given: Record<string, string | number> = {};
  for (const { tool, input, gives } of before) {
    const entry = pool.find((known) => (known.tool.executor ?? known.name) === tool);
    if (!entry) continue;
    const call = { name: entry.name, args: JSON.stringify(inFieldsOf(entry.tool, input)) };
    const { result } = await client.tryCall(call, signal);
    const found = gives?.found.exec(result.text)?.[0];
    if (gives && found !== undefined) given[gives.field] = /^\d+$/.test(found) ? Number(found) : found;
  }
  return { ...good, ...inFieldsOf(of, given) };
}
