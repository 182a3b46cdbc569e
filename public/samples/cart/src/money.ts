/** Rounds to whole cents, half up. */
export function round(amount: number): number {
  return Math.floor(amount + 0.5);
}

/** Adds amounts of cents. */
export function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** A share of an amount, in whole cents. */
export function shareOf(amount: number, share: number): number {
  if (share < 0 || share > 1) {
    throw new RangeError(`A share is between 0 and 1, not ${share}.`);
  }
  return round(amount * share);
}
