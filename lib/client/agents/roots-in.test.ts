import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rootsIn } from './roots-in';

let sandbox: NativeSandbox;
beforeAll(async () => {
  sandbox = await createNativeSandbox();
});
afterAll(() => sandbox.dispose());

it.each([
  ['no roots', [], ['W']],
  ['the project', ['P'], ['W']],
  ['what holds the project', ['/'], ['W']],
  ['folders of the project', ['P/src', 'docs'], ['W/src', 'W/docs']],
  ['a folder of the project, and one elsewhere', ['P/src', '/tmp/x'], ['W/src']],
  ['only folders elsewhere', ['/tmp/x'], ['/tmp/x']],
])('with %s, an agent in a worktree writes to its own of them', (_, roots, expected) => {
  const worktree = `${sandbox.workdir}/.worktrees/a`;
  const real = (path: string): string => path.replace(/^P/, sandbox.workdir).replace(/^W/, worktree);
  expect(rootsIn(worktree, { sandbox, writeRoots: roots.map(real) })).toEqual(expected.map(real));
});
