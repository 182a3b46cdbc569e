import { until } from '@/lib/client/testing/test-tab';
import { expect, it } from 'vitest';
import { openBrowser } from './open-browser';

it.each([
  ['digits', 'seq 1 40000', '1\n2\n3\n', '\n40000\n'],
  [
    'characters of three bytes',
    'for i in $(seq 1 3000); do printf "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十"; done',
    '一二三四',
    '八九十',
  ],
])(
  'over 100,000 characters of output, %s, the model is sent the first and the last 50,000',
  async (_what, command, first, last) => {
    const open = await openBrowser();
    const client = open({ model: 'human', mode: 'bypassPermissions', preset: 'open-agent-sdk' });
    await client.send('Count.');
    await until(client, ({ status }) => status === 'your-turn');
    await client.takeTurn({ text: '', calls: [{ name: 'Bash', arguments: JSON.stringify({ command }) }] });
    // What is in the log is what the model is sent.
    const { thread } = await until(client, (state) => Object.values(state.thread.calls).some(({ result }) => result));
    const content = Object.values(thread.calls)[0]?.result?.content;
    const [head = '', tail = ''] = (typeof content === 'string' ? content : '').split('\n\n...(truncated)...\n\n');
    expect([head.length, tail.length]).toEqual([50_000, 50_000]);
    expect(head.startsWith(first)).toBe(true);
    expect(tail).toContain(last);
    expect(tail.endsWith('[Exit code: 0]')).toBe(true);
  },
);
