import type { Item } from './types.ts';

const SMALL_PARCEL = { grams: 2000, cents: 390 };
const LARGE_PARCEL = { grams: 10_000, cents: 890 };

/** Weight of all items together, grams. */
export function parcelWeight(items: Item[]): number {
  return items.reduce((grams, item) => grams + item.weight * item.quantity, 0);
}

/** Price of the parcel, cents. */
export function parcelPrice(grams: number): number {
  if (grams === 0) return 0;
  if (grams <= SMALL_PARCEL.grams) return SMALL_PARCEL.cents;
  if (grams <= LARGE_PARCEL.grams) return LARGE_PARCEL.cents;
  throw new RangeError(`A parcel weighs at most ${LARGE_PARCEL.grams} grams, not ${grams}.`);
}

/** The carrier's surcharge for heavy parcels: an amount of cents, not a share. */
export function heavySurcharge(grams: number): number {
  return grams > 5000 ? 250 : 0;
}
