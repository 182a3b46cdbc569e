const RATES = { standard: 0.19, reduced: 0.07 };

/** A price with tax, in cents. */
export function withTax(cents, rate = 'standard') {
  return Math.round(cents * (1 + RATES[rate]));
}
