import type { Message } from '@ag-ui/core';
import { expect, it } from 'vitest';
import { Steps } from './body-text';
import { inputTokensOf } from './scripted-usage';

const user = (id: string, content: string): Message => ({ id, role: 'user', content });
const count = (messages: readonly Message[]): Promise<number> => inputTokensOf({}, messages, new Steps({}));

it.each<[string, (known: readonly Message[]) => Message[]]>([
  ['grows', (known) => [...known, user('3', 'And then the lights went out.')]],
  ['is the same', (known) => [...known]],
  ['is shorter', (known) => known.slice(0, 1)],
  ['has another message in the middle', (known) => [...known.slice(0, 1), user('4', 'No.'), ...known.slice(1)]],
  ['begins with another message', (known) => [user('5', 'Before it all'), ...known.slice(1)]],
  ['is empty', () => []],
])('a conversation that %s is counted as if it were new', async (_what, change) => {
  const known = [user('1', 'Once upon a time'), user('2', 'there was a shell, and a quite long sentence about it.')];
  await count(known);
  const next = change(known);
  expect(await count(next)).toBe(await count(structuredClone(next)));
});
