export type Category = 'food' | 'books' | 'other';

export interface Item {
  name: string;
  category: Category;
  /** Price of one piece before tax, cents. */
  price: number;
  quantity: number;
  /** Weight of one piece, grams. */
  weight: number;
}

export interface Voucher {
  code: string;
  /** Share of the total that it takes off, from 0 to 1. */
  share: number;
}

export interface Cart {
  items: Item[];
  voucher?: Voucher;
}
