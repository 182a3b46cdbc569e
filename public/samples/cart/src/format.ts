import { cartTotal, lineTotal, shippingTotal } from './cart.ts';
import type { Cart } from './types.ts';

/** Cents as people write them: `12.50`. */
export function formatAmount(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** One line an item, then shipping and the total. */
export function receipt(cart: Cart): string {
  const lines = cart.items.map((item) => `${item.quantity} × ${item.name}: ${formatAmount(lineTotal(item))}`);
  lines.push(`Shipping: ${formatAmount(shippingTotal(cart))}`);
  lines.push(`Total: ${formatAmount(cartTotal(cart))}`);
  return lines.join('\n');
}
