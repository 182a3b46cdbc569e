import type { Careless } from '@/lib/protocol';

/** The careless model's settings for a link: its seed, and the rate of each slip. */
export const writeCareless = ({ seed = 1, rates = {} }: Careless): string =>
  [seed, ...Object.entries(rates).map(([kind, rate]) => `${kind}:${rate}`)].join(',');

/** Reads these settings from a link; undefined if they are invalid. */
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
