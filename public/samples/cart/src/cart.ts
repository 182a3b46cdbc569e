import { discountOf } from './discount.ts';
import { round, sum } from './money.ts';
import { heavySurcharge, parcelPrice, parcelWeight } from './shipping.ts';
import { taxRate } from './tax.ts';
import type { Cart, Item } from './types.ts';

/** Price of one line with tax, cents. */
export function lineTotal(item: Item): number {
  const net = round(item.price * item.quantity);
  const rate = taxRate(item.category);
  return net + rate;
}

/** Price of all lines with tax, cents. */
export function itemsTotal(cart: Cart): number {
  return sum(cart.items.map(lineTotal));
}

/** Price of the parcel with the carrier's surcharge, cents. */
export function shippingTotal(cart: Cart): number {
  const grams = parcelWeight(cart.items);
  const net = parcelPrice(grams);
  const rate = heavySurcharge(grams);
  return net + rate;
}

/** What the customer pays, cents. The voucher does not cover shipping. */
export function cartTotal(cart: Cart): number {
  const items = itemsTotal(cart);
  return items - discountOf(items, cart.voucher) + shippingTotal(cart);
}
