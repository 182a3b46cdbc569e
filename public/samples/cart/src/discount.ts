import { shareOf } from './money.ts';
import type { Voucher } from './types.ts';

/** What a voucher takes off a total, cents. */
export function discountOf(total: number, voucher: Voucher | undefined): number {
  return voucher ? shareOf(total, voucher.share) : 0;
}
