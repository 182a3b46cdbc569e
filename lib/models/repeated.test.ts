import { expect, it } from 'vitest';
import { RepeatedArguments } from './repeated';

it('a long call may come whole after half of it', () => {
  const args = new RepeatedArguments();
  const text = JSON.stringify('x'.repeat(12_000_000));
  const said = [args.next(`{"a": ${text}`), args.next(`{"a":${text},"b":" \\""}`), args.end()].join('');
  // Compared by hand: to say how two such texts differ takes long.
  expect(said === `{"a": ${text},"b":" \\""}`).toBe(true);
});
