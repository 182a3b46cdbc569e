import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cartTotal, itemsTotal, lineTotal, shippingTotal } from '../src/cart.ts';
import type { Item } from '../src/types.ts';

const bread: Item = { name: 'Bread', category: 'food', price: 300, quantity: 2, weight: 500 };
const novel: Item = { name: 'Novel', category: 'books', price: 1200, quantity: 1, weight: 400 };
const kettle: Item = { name: 'Kettle', category: 'other', price: 2500, quantity: 1, weight: 1500 };

test('a line costs its net price and the tax on it', () => {
  assert.equal(lineTotal(bread), 642);
  assert.equal(lineTotal(novel), 1260);
});

test('tax is rounded to whole cents', () => {
  assert.equal(lineTotal({ ...bread, price: 33, quantity: 1 }), 35);
});

test('the items cost what their lines cost', () => {
  assert.equal(itemsTotal({ items: [bread, kettle] }), 3642);
});

test('a heavy parcel costs a surcharge', () => {
  assert.equal(shippingTotal({ items: [{ ...kettle, quantity: 2 }] }), 890);
  assert.equal(shippingTotal({ items: [{ ...kettle, quantity: 4 }] }), 1140);
});

test('a voucher takes its share off the items, not off the shipping', () => {
  assert.equal(cartTotal({ items: [kettle], voucher: { code: 'TEN', share: 0.1 } }), 3090);
});

test('an empty cart costs nothing', () => {
  assert.equal(cartTotal({ items: [] }), 0);
});
