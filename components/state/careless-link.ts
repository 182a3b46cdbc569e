import type { Careless } from '@/lib/protocol';

/** How the careless model errs, for a link: its seed, and how often it makes which slip. */
export const writeCareless = ({ seed = 1, rates = {} }: Careless): string =>
  [seed, ...Object.entries(rates).map(([kind, rate]) => `${kind}:${rate}`)].join(',');

/** What a link says of it; undefined where that is nothing that it can do. */
export async function readCareless(text: string): Promise<Careless | undefined> {
  const { CarelessSchema } = await import('@/lib/protocol/careless');
  const [seed, ...rates] = text.split(',');
  const entries = rates.map((rate) => rate.split(':')).map(([kind = '', rate]) => [kind, Number(rate)] as const);
  const read = CarelessSchema.safeParse({
    seed: Number(seed),
    ...(entries.length > 0 && { rates: Object.fromEntries(entries) }),
  });
  return read.success ? read.data : undefined;
}
