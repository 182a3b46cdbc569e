import { expect, it } from 'vitest';
import { Children } from './children';

it('lets a loop that starts programs get ahead of the kernel a little, and no further', () => {
  let sent = 0;
  let taken = 0;
  let furthest = 0;
  const children = new Children(
    () => (furthest = Math.max(furthest, (sent += 1) - taken)),
    () => (taken = sent),
  );
  const quiet = { onOutput: () => undefined, onExit: () => undefined };
  const how = { command: 'node', args: [], cwd: '/', env: {}, inheritOutput: false, inheritInput: false, ...quiet };
  for (let times = 0; times < 1_000; times += 1) children.start(how).write('x');
  expect([sent, furthest]).toEqual([2_000, 32]);
});
