import { describe, it } from 'vitest';
import { createNodeGuest } from '../testing/node-guest';
import { guestCases } from './suite';

describe('the contract of guests, in worker threads', () => {
  const guest = createNodeGuest();
  it.each(guestCases.filter(({ needs }) => !needs))('$name', { timeout: 60_000 }, ({ run }) => run(guest));
});
