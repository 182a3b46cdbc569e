import { afterEach, expect, it } from 'vitest';
import type { ModelEvent } from '@/lib/models/model';
import { call, inputOf, openTestThread, result, says, stopEvent, user, type TestThread } from './agent.fixture';

let test: TestThread;
afterEach(() => test?.dispose());

const CHINESE = { forwardedProps: { toolyard: { language: 'zh', mode: 'plan' } } };
const CUT: readonly ModelEvent[] = [{ type: 'call-start', id: 'cut', name: 'Write' }, stopEvent('max_tokens')];

it('tells the model who it is, and of a call that was cut off, in the language of the run', async () => {
  test = await openTestThread((_request, n) => (n === 0 ? [...CUT] : says('ok')));
  await test.run(inputOf('r1', [user('u1')], CHINESE));
  const [first, second] = test.requests;
  expect(first?.system).toMatch(/^你是一个细心的软件 Agent。[^]*你正在制定计划/);
  expect(first?.system.replaceAll(/shell|Agent/g, '')).not.toMatch(/[A-Za-z]{2}/);
  expect(second?.messages.at(-1)?.content).toMatch(/未执行任何操作。.*拆成几次较小的调用/);
});

it('warns of a loop under a mark in the language of the run', async () => {
  test = await openTestThread((_request, n) => (n < 3 ? [...call(`c${n}`), stopEvent('tool_calls')] : says('ok')));
  await test.run(inputOf('r0', [user('u1')], CHINESE));
  for (const n of [0, 1, 2]) await test.run(inputOf(`r${n + 1}`, [result(`c${n}`, 'the same')], CHINESE));
  expect(JSON.stringify(test.requests.at(-1)?.messages.at(-1)?.content)).toMatch(/\[循环防护：你已连续 3 次/);
});

it('tells of a call that a brought history leaves open in the language of the run', async () => {
  test = await openTestThread(() => says('ok'));
  const open = { id: 'c', type: 'function', function: { name: 'Write', arguments: '{}' } } as const;
  await test.run(inputOf('r1', [user('u1'), { id: 'a', role: 'assistant', toolCalls: [open] }, user('u2')], CHINESE));
  const told = test.requests[0]?.messages.find(({ role }) => role === 'tool');
  expect(told?.content).toMatch(/^此调用没有结果：用户先说了新的内容。/);
});
