import { afterEach, describe, expect, it } from 'vitest';
import type { ThreadState } from '@/lib/protocol';
import { createFakeServer, type FakeTurn } from './testing/fake-server';
import { createFakeVisibility } from './testing/fake-visibility';
import { createBrowser, idle, until } from './testing/test-tab';
import { loadSettings } from './settings/settings';
import type { Client } from './state';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const call = (id: string, name: string, on = 'a.txt') => ({ id, name, args: { name: on } });

/** A server whose model plays these turns, one per request, and then says it is done. */
function setUp(...script: FakeTurn[]) {
  const server = createFakeServer(() => script.shift() ?? { text: 'Done.' });
  const browser = createBrowser(server);
  closing.push(browser.close);
  return { server, browser, tools: browser.tools };
}

const idOf = (host: Client): string => host.store.getState().threadId ?? '';
const resultsOf = ({ messages }: ThreadState) => messages.filter((message) => message.role === 'tool');
const textOf = (state: ThreadState): string =>
  state.messages.flatMap((message) => (message.role === 'assistant' ? [message.content ?? ''] : [])).join('|');
/** Exactly one result for each call, in call order within the log. */
function expectOneResultEach(thread: ThreadState): void {
  expect(resultsOf(thread).map((message) => message.toolCallId)).toEqual(thread.callOrder);
}

describe('a run', () => {
  it('is recorded with the mode it began in, whatever it is now', async () => {
    const { browser } = setUp();
    const host = browser.tab();
    host.setMode('acceptEdits');
    await host.send('Go');
    await until(host, (state) => idle(state) && textOf(state.thread).includes('Done'));
    host.setMode('plan');
    const id = idOf(host);
    expect((await host.record())?.options.mode).toBe('acceptEdits');
    host.dispose();
    const again = browser.tab({ threadId: id });
    await until(again, (state) => idle(state) && textOf(state.thread).includes('Done'));
    expect((await again.record())?.options.mode).toBe('acceptEdits');
  });

  it('of many calls is shown less often than they change, and in the end as it is', async () => {
    const { browser, tools } = setUp({ calls: Array.from({ length: 150 }, (_, at) => call(`c${at}`, 'Look')) });
    const host = browser.tab();
    host.setToolSettings({ limits: { calls: 1000, tools: {} } });
    let shown = 0;
    host.store.subscribe(() => (shown += 1));
    await host.send('Go');
    const { thread } = await until(host, (state) => idle(state) && textOf(state.thread).includes('Done'));
    expect(tools.runs).toHaveLength(150);
    expectOneResultEach(thread);
    // Each call is queued, begins and ends.
    expect(shown).toBeLessThan(2 * 150);
  });

  it('of many calls is shown at once in a tab that nobody sees, whose timers are late', async () => {
    const { browser } = setUp({ calls: Array.from({ length: 150 }, (_, at) => call(`c${at}`, 'Look')) });
    const visibility = createFakeVisibility();
    visibility.show(false);
    const host = browser.tab({ visibility });
    host.setToolSettings({ limits: { calls: 1000, tools: {} } });
    let shown = 0;
    host.store.subscribe(() => (shown += 1));
    await host.send('Go');
    await until(host, (state) => idle(state) && textOf(state.thread).includes('Done'));
    expect(shown).toBeGreaterThan(2 * 150);
  });

  it('answers calls, shows them, and goes on until the model is done', async () => {
    const { server, browser, tools } = setUp(
      { text: 'I look.', calls: [call('c1', 'Look'), call('c2', 'Look')] },
      { calls: [call('c3', 'Change'), call('c4', 'Look')] },
    );
    const host = browser.tab();
    await host.send('Go');
    const { thread, calls, workspace } = await until(
      host,
      (state) => idle(state) && textOf(state.thread).includes('Done'),
    );
    expect(tools.runs).toEqual(['Look a.txt', 'Look a.txt', 'Change a.txt', 'Look a.txt']);
    expectOneResultEach(thread);
    expect(resultsOf(thread).map((message) => message.content)).toEqual([
      'original\n',
      'original\n',
      'Changed a.txt.',
      'changed\n',
    ]);
    expect(calls.map(({ phase, batch, readOnly }) => [phase, batch, readOnly])).toEqual([
      ['succeeded', 0, true],
      ['succeeded', 0, true],
      ['succeeded', 1, false],
      ['succeeded', 2, true],
    ]);
    expect(workspace).toBe('saved');
    expect(server.turns).toBe(3);
    expect(host.log.map(({ seq }) => seq)).toEqual(host.log.map((_, index) => index + 1));
  });

  it('tells the model what is wrong with a call, and shows the issues', async () => {
    const { browser } = setUp({ calls: [{ id: 'c1', name: 'Look', args: { Name: 'x' } }, call('c2', 'Lok')] });
    const host = browser.tab();
    await host.send('Go');
    const { calls } = await until(host, (state) => idle(state) && state.calls.length === 2);
    expect(calls.map(({ phase, result }) => [phase, result?.error])).toEqual([
      ['invalid', 'INVALID_ARGS'],
      ['invalid', 'TOOL_NOT_FOUND'],
    ]);
    expect(calls[0]?.issues.length).toBeGreaterThan(0);
  });

  it('sends options, tools and the typed key, and keeps the key out of the body', async () => {
    const { server, browser } = setUp();
    const host = browser.tab();
    host.setOptions({ speed: 'instant' });
    host.setKey('sk-secret');
    await host.send('Go');
    await until(host, idle);
    expect(server.posts[0]?.tools.map((tool) => tool.name)).toEqual(['Look', 'Change', 'Slow']);
    expect(server.posts[0]?.forwardedProps).toEqual({
      toolyard: { language: 'en', speed: 'instant', mode: 'bypassPermissions' },
    });
    expect(JSON.stringify(server.posts)).not.toContain('sk-secret');
  });
});

describe('connection', () => {
  it('reconnects where it was, and takes no line twice', async () => {
    let speak: () => void = () => undefined;
    const { server, browser } = setUp({ text: 'Hello', until: new Promise((resolve) => (speak = resolve)) });
    const host = browser.tab();
    await host.send('Go');
    await until(host, (state) => textOf(state.thread) === 'Hello');
    for (let drop = 0; drop < 3; drop++) {
      server.dropTails();
      await until(host, (state) => state.connection === 'reconnecting');
      await until(host, (state) => state.connection === 'open');
    }
    speak();
    const { thread } = await until(host, idle);
    expect(textOf(thread)).toBe('Hello');
    const cursors = server.requests.filter((request) => request.includes('/events'));
    expect(cursors.slice(1).every((request) => !request.endsWith('after=0'))).toBe(true);
  });

  it('posts the same run again when the network fails, shows the error when it keeps failing, and goes on by itself after that', async () => {
    const { server, browser } = setUp();
    const lost = () => {
      throw new TypeError('network');
    };
    server.refuse(lost, lost);
    const host = browser.tab();
    await host.send('Go');
    await until(host, idle);
    expect(server.posts).toHaveLength(1);

    // While the server is away, a gateway answers in its place.
    const gateway = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
    server.refuse(gateway, lost, gateway, gateway);
    await host.send('Again');
    const failed = await until(host, (state) => state.status === 'error');
    expect(failed.error?.code).toBe('NETWORK_ERROR');
    // The server answers again: nobody has to say so.
    const { thread } = await until(host, idle);
    expect(thread.messages.filter((message) => message.role === 'user').map((message) => message.content)).toEqual([
      '"Go"',
      '"Again"',
    ]);
  });

  it('gives back what the server will never take, and forgets it once something else is said', async () => {
    const { server, browser } = setUp();
    server.refuse(() => Response.json({ code: 'BODY_TOO_LARGE', message: 'Too long.' }, { status: 413 }));
    const host = browser.tab();
    await host.send('Very long');
    const { error, threadId } = await until(host, (state) => state.status === 'error');
    expect([error, threadId]).toEqual([{ code: 'BODY_TOO_LARGE', message: 'Too long.', unsent: 'Very long' }, null]);
    host.setMode('plan');
    await host.send('Short');
    const { thread, error: none, mode } = await until(host, (state) => idle(state) && state.thread.runs.length === 1);
    expect([none, mode]).toEqual([undefined, 'plan']);
    expect(thread.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))).toEqual(['"Short"']);
  });

  it('is busy from the moment something is said', async () => {
    const { browser } = setUp();
    const host = browser.tab();
    const seen: string[] = [];
    host.store.subscribe(({ status }) => void (seen.at(-1) !== status && seen.push(status)));
    await host.send('Go');
    await until(host, idle);
    expect(seen).toEqual(['model', 'idle']);
  });

  it('sends what is said while a post is under way too', async () => {
    const { server, browser } = setUp();
    const host = browser.tab();
    server.refuse(() => {
      void host.send('Another thing');
      throw new TypeError('network');
    });
    await host.send('Go');
    const { thread } = await until(host, (state) => idle(state) && state.thread.runs.length === 2);
    expect(thread.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      '"Go"',
      '"Another thing"',
    ]);
  });

  it('goes on after a failed run when a person retries', async () => {
    const { browser } = setUp({ error: 'OVERLOADED' });
    const host = browser.tab();
    await host.send('Go');
    const failed = await until(host, (state) => state.status === 'error');
    expect(failed.error).toEqual({ code: 'OVERLOADED', message: 'It failed.' });
    await host.retry();
    const { thread, error } = await until(host, idle);
    expect(textOf(thread)).toBe('Done.');
    expect(error).toBeUndefined();
  });

  it.each([
    ['toolyard:turns', 'TURN_LIMIT', undefined],
    ['toolyard:tokens', 'TOKEN_BUDGET', 30],
    ['toolyard:loop', 'LOOP_DETECTED', undefined],
  ] as const)('goes on after the guard %s when a person wants it', async (guard, code, maxTokens) => {
    const turn = { stop: 'end', model: 'm', inputTokens: 10, outputTokens: 5, cachedInputTokens: 0, cost: 0 };
    const { server, browser } = setUp({ figures: { ...turn, startedAt: 1, endedAt: 2 }, guard });
    const host = browser.tab();
    await host.send('Go');
    const stopped = await until(host, (state) => state.status === 'error');
    expect(stopped.error).toEqual({ code, message: 'Enough.' });
    await host.retry();
    const { thread, error } = await until(host, idle);
    expect([textOf(thread), error]).toEqual(['Done.', undefined]);
    const { resume, messages, forwardedProps } = server.posts[1] ?? {};
    expect([resume?.map(({ status }) => status), messages]).toEqual([['resolved'], []]);
    expect(forwardedProps).toEqual({
      toolyard: { language: 'en', mode: 'bypassPermissions', ...(maxTokens && { maxTokens }) },
    });
  });

  it('takes over a run that died', async () => {
    const { server, browser } = setUp({ text: 'Half a sen', until: new Promise(() => undefined) });
    const host = browser.tab();
    await host.send('Go');
    await until(host, (state) => textOf(state.thread) === 'Half a sen');
    server.kill(idOf(host));
    const { thread } = await until(host, (state) => idle(state) && textOf(state.thread) !== '');
    expect(textOf(thread)).toBe('Done.');
  });

  it('says so when there is no such thread, and begins one with what is said', async () => {
    const { browser } = setUp({ text: 'Here.' });
    const host = browser.tab({ threadId: 'unknown' });
    const { error, status } = await until(host, (state) => state.error !== undefined);
    expect([status, error?.code]).toEqual(['error', 'NOT_FOUND']);
    await host.send('Go');
    const begun = await until(host, (state) => idle(state) && textOf(state.thread) !== '');
    expect([begun.error, textOf(begun.thread)]).toEqual([undefined, 'Here.']);
    expect(idOf(host)).not.toBe('unknown');
  });
});

describe('stop', () => {
  it('aborts a running tool; what was done before it is kept, and the model is not asked', async () => {
    const { server, browser, tools } = setUp({ calls: [call('c1', 'Change'), call('c2', 'Slow'), call('c3', 'Look')] });
    const host = browser.tab();
    await host.send('Go');
    const working = await until(host, (state) => state.calls[1]?.output === 'working');
    expect(working.calls[1]?.timings).toEqual({ queuedAt: expect.any(Number), startedAt: expect.any(Number) });
    await host.stop();
    const { thread, calls } = await until(host, idle);
    expectOneResultEach(thread);
    expect(calls.map(({ phase }) => phase)).toEqual(['succeeded', 'aborted', 'aborted']);
    expect(tools.runs).toEqual(['Change a.txt', 'Slow a.txt']);
    expect(server.turns).toBe(1);
  });

  it('stops the model, and the person can go on', async () => {
    const { browser } = setUp({ text: 'On and on', until: new Promise(() => undefined) });
    const host = browser.tab();
    await host.send('Go');
    await until(host, (state) => textOf(state.thread) !== '');
    await host.stop();
    const { thread } = await until(host, idle);
    expect(thread.runs.at(-1)?.status).toBe('cancelled');
    await host.send('Go on');
    await until(host, (state) => idle(state) && textOf(state.thread).endsWith('Done.'));
  });

  it('of what the network failed leaves nothing that goes on later', async () => {
    const { server, browser } = setUp();
    const lost = () => {
      throw new TypeError('network');
    };
    server.refuse(lost, lost, lost, lost);
    const host = browser.tab();
    await host.send('Go');
    await until(host, (state) => state.error?.code === 'NETWORK_ERROR');
    await host.stop();
    const { error, threadId } = await until(host, (state) => state.status === 'empty');
    expect([error, threadId]).toEqual([undefined, null]);
    expect(server.turns).toBe(0);
    await host.send('Another');
    const { thread } = await until(host, (state) => idle(state) && state.thread.runs.length === 1);
    expect(thread.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))).toEqual(['"Another"']);
  });

  it('takes a new message instead of the calls that wait', async () => {
    const { browser, tools } = setUp({ calls: [call('c1', 'Slow'), call('c2', 'Look')] });
    const host = browser.tab();
    await host.send('Go');
    await until(host, (state) => state.calls[0]?.phase === 'running');
    await host.send('Something else');
    const { thread, calls } = await until(host, (state) => idle(state) && textOf(state.thread).endsWith('Done.'));
    expectOneResultEach(thread);
    expect(calls.map(({ phase }) => phase)).toEqual(['aborted', 'aborted']);
    expect(tools.runs).toEqual(['Slow a.txt']);
  });
});

describe('reload', () => {
  it('reports a call whose outcome nobody knows, and runs again what only reads', async () => {
    const { browser, tools } = setUp({ calls: [call('c1', 'Slow'), call('c2', 'Look')] });
    const before = browser.tab();
    await before.send('Go');
    await until(before, (state) => state.calls[0]?.output === 'working');
    const threadId = idOf(before);
    before.dispose();

    const after = browser.tab({ threadId });
    const { calls, thread } = await until(after, idle);
    expectOneResultEach(thread);
    expect(calls.map(({ phase }) => phase)).toEqual(['aborted', 'succeeded']);
    expect(calls[0]?.result?.text).toContain('Outcome unknown: the page was reloaded');
    expect(tools.runs).toEqual(['Slow a.txt', 'Look a.txt']);
  });

  it('tells a call of unknown outcome in the language that tools speak', async () => {
    const { browser } = setUp({ calls: [call('c1', 'Slow')] });
    const before = browser.tab();
    before.setToolSettings({ language: 'zh' });
    await before.send('Go');
    await until(before, (state) => state.calls[0]?.output === 'working');
    const threadId = idOf(before);
    before.dispose();

    const { calls } = await until(browser.tab({ threadId }), idle);
    expect(calls[0]?.result).toMatchObject({
      text: expect.stringMatching(/^结果未知：此调用执行期间，页面被重新加载或关闭/),
      summary: '重新加载后结果未知',
    });
  });

  it('ends a run in the language that it began in, and begins the next in that of the page', async () => {
    const { server, browser } = setUp({ calls: [call('c1', 'Slow')] }, { text: 'Done.' }, { text: 'Again.' });
    const before = browser.tab({ language: 'zh' });
    await before.send('Go');
    await until(before, (state) => state.calls[0]?.output === 'working');
    const threadId = idOf(before);
    before.dispose();

    const after = browser.tab({ threadId, language: 'en' });
    const { calls } = await until(after, idle);
    expect(calls[0]?.result?.text).toMatch(/^结果未知/);
    await after.send('Once more');
    await until(after, idle);
    expect(server.posts.map(({ forwardedProps }) => forwardedProps)).toMatchObject(
      ['zh', 'zh', 'en'].map((language) => ({ toolyard: { language } })),
    );
  });

  it('posts a finished result that never arrived, without running the call again', async () => {
    const { server, browser, tools } = setUp({ calls: [call('c1', 'Slow')] });
    const before = browser.tab();
    await before.send('Go');
    await until(before, (state) => state.calls[0]?.output === 'working');
    server.refuse(...Array.from({ length: 4 }, () => () => new Response('', { status: 503 })));
    tools.release();
    await until(before, (state) => state.status === 'error');
    const threadId = idOf(before);
    before.dispose();

    const after = browser.tab({ threadId });
    const { calls } = await until(after, (state) => idle(state) && textOf(state.thread).includes('Done'));
    expect(calls[0]?.phase).toBe('succeeded');
    expect(tools.runs).toEqual(['Slow a.txt']);
  });

  it('brings the files back', async () => {
    const { browser } = setUp({ calls: [call('c1', 'Change')] }, { text: 'Done.' }, { calls: [call('c2', 'Look')] });
    const before = browser.tab();
    await before.send('Go');
    await until(before, (state) => idle(state) && textOf(state.thread).includes('Done'));
    const threadId = idOf(before);
    before.dispose();

    const after = browser.tab({ threadId });
    await until(after, idle);
    await after.send('Look again');
    const { calls } = await until(after, (state) => idle(state) && state.calls[1]?.result !== undefined);
    expect(calls[1]?.result?.text).toBe('changed\n');
  });

  it('asks again for an approval, and the answer counts once', async () => {
    const { browser, tools } = setUp({ calls: [call('c1', 'Change')] });
    const before = browser.tab({ mode: 'acceptEdits' });
    before.setMode('default');
    await before.send('Go');
    const asked = await until(before, (state) => state.status === 'approval');
    const threadId = idOf(before);
    before.dispose();

    const after = browser.tab({ threadId, mode: 'default' });
    const again = await until(after, (state) => state.status === 'approval');
    expect(again.approvals.map(({ callId, argsHash }) => [callId, argsHash])).toEqual(
      asked.approvals.map(({ callId, argsHash }) => [callId, argsHash]),
    );
    after.decide('c1', { behavior: 'always', rule: 'Change' });
    after.decide('c1', { behavior: 'deny', reason: 'too late' });
    const { calls, rules } = await until(after, idle);
    expect(calls[0]?.phase).toBe('succeeded');
    expect(tools.runs).toEqual(['Change a.txt']);
    expect(rules).toEqual([{ behavior: 'allow', rule: 'Change', scope: 'thread' }]);
    expect(browser.tab().store.getState().rules).toEqual([]);
    expect(loadSettings(browser.storage)).toMatchObject({ mode: 'default', rules: [] });
  });
});

describe('mode and rules', () => {
  it('hold for their thread alone, also after a reload', async () => {
    const { browser } = setUp({ calls: [call('c1', 'Change')] }, { text: 'Done.' }, { calls: [call('c2', 'Change')] });
    const first = browser.tab({ mode: 'default' });
    await first.send('Go');
    await until(first, ({ approvals }) => approvals.length > 0);
    first.decide('c1', { behavior: 'always', rule: 'Change' });
    await until(first, idle);
    first.setMode('plan');
    const one = idOf(first);
    await first.newThread();
    expect(first.store.getState()).toMatchObject({ mode: 'default', rules: [] });
    await first.send('Go on');
    const asked = await until(first, ({ approvals }) => approvals.length > 0);
    expect(asked.approvals[0]?.callId).toBe('c2');
    await first.openThread(one);
    const { mode, rules } = await until(first, (state) => idle(state) && state.rules.length > 0);
    expect([mode, rules]).toEqual(['plan', [{ behavior: 'allow', rule: 'Change', scope: 'thread' }]]);
  });
});

describe('two tabs', () => {
  it('one acts and the other watches', async () => {
    const { browser, tools } = setUp({ calls: [call('c1', 'Slow')] });
    const first = browser.tab();
    await first.send('Go');
    await until(first, (state) => state.calls[0]?.output === 'working');
    const second = browser.tab({ threadId: idOf(first) });
    await until(second, (state) => state.executor === 'elsewhere' && state.calls.length === 1);
    tools.release();
    await until(second, (state) => idle(state) && textOf(state.thread).includes('Done'));
    expect(tools.runs).toEqual(['Slow a.txt']);
  });

  it('the robbed tab stops its calls and posts nothing', async () => {
    const { server, browser, tools } = setUp({ calls: [call('c1', 'Slow')] });
    const first = browser.tab();
    await first.send('Go');
    await until(first, (state) => state.calls[0]?.output === 'working');
    const second = browser.tab({ threadId: idOf(first) });
    await until(second, (state) => state.executor === 'elsewhere' && state.calls.length === 1);
    await second.takeOver();
    const { calls, thread } = await until(second, (state) => idle(state) && textOf(state.thread).includes('Done'));
    await until(first, (state) => state.executor === 'elsewhere' && idle(state));
    expectOneResultEach(thread);
    expect(calls[0]?.result?.text).toContain('Outcome unknown: another tab took the thread over');
    expect(tools.runs).toEqual(['Slow a.txt']);
    expect(server.posts.filter(({ messages }) => messages.some(({ role }) => role === 'tool'))).toHaveLength(1);
  });

  it('the watcher goes on when the other tab is closed', async () => {
    const { browser, tools } = setUp({ calls: [call('c1', 'Look')] }, { calls: [call('c2', 'Slow')] });
    const first = browser.tab();
    await first.send('Go');
    await until(first, (state) => state.calls[1]?.output === 'working');
    const second = browser.tab({ threadId: idOf(first) });
    await until(second, (state) => state.executor === 'elsewhere' && state.calls.length === 2);
    first.dispose();
    const { calls } = await until(second, (state) => state.executor === 'mine' && idle(state));
    expect(calls[1]?.result?.text).toContain('Outcome unknown: the page was reloaded or closed');
    expect(tools.runs).toEqual(['Look a.txt', 'Slow a.txt']);
  });

  it('a hidden watcher holds no connection, and reads what it missed before it acts', async () => {
    const { server, browser, tools } = setUp({ calls: [call('c1', 'Slow')] }, { calls: [call('c2', 'Slow')] });
    const first = browser.tab();
    await first.send('Go');
    await until(first, (state) => state.calls[0]?.output === 'working');
    const visibility = createFakeVisibility();
    const second = browser.tab({ threadId: idOf(first), visibility });
    await until(second, (state) => state.executor === 'elsewhere' && state.connection === 'open');
    const { tails } = server.thread(idOf(first));
    expect(tails.size).toBe(2);
    visibility.show(false);
    await until(second, (state) => state.connection === 'off');
    expect(tails.size).toBe(1);

    tools.release();
    await until(first, (state) => state.calls[1]?.output === 'working');
    visibility.show(true);
    await until(second, (state) => state.calls.length === 2 && state.connection === 'open');
    visibility.show(false);
    tools.release();
    await until(first, idle);
    first.dispose();
    const { thread } = await until(second, (state) => state.executor === 'mine' && idle(state));
    expectOneResultEach(thread);
    expect(textOf(thread)).toContain('Done.');
    expect(tools.runs).toEqual(['Slow a.txt', 'Slow a.txt']);
  });

  it('a hidden tab whose thread rests holds no connection, and goes on when it is needed', async () => {
    const { server, browser } = setUp({ calls: [call('c1', 'Change')] }, { text: 'Done.' });
    const visibility = createFakeVisibility();
    const host = browser.tab({ mode: 'default', visibility });
    await host.send('Go');
    await until(host, (state) => state.status === 'approval' && state.connection === 'open');
    const { tails } = server.thread(idOf(host));
    visibility.show(false);
    await until(host, (state) => state.connection === 'off');
    expect(tails.size).toBe(0);
    host.decide('c1', { behavior: 'allow' });
    const { thread } = await until(host, idle);
    expectOneResultEach(thread);
    expect(textOf(thread)).toContain('Done.');
    await until(host, (state) => state.connection === 'off');
    visibility.show(true);
    await until(host, (state) => state.connection === 'open');
  });
});
