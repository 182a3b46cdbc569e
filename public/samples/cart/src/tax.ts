import type { Category } from './types.ts';

const RATES: Record<Category, number> = {
  food: 0.07,
  books: 0.05,
  other: 0.2,
};

/** The tax rate of a category, as a share of the net price. */
export function taxRate(category: Category): number {
  return RATES[category];
}
