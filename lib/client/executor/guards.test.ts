import { RESULT_TEXT_LIMIT } from '@/lib/protocol/limits';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Hook, HookEvent } from '@/lib/protocol';
import { coreTools } from '@/lib/tools/builtin';
import { defineTool } from '@/lib/tools/define-tool';
import { eraseTool } from '@/lib/tools/tool';
import { createFakeServer, type FakeTurn } from '../testing/fake-server';
import { createBrowser, createTestTools, idle, until } from '../testing/test-tab';
import { fromToolMessage } from '@/lib/tools/result';
import type { Client, ClientState } from '../state';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const call = (id: string, name: string, args: unknown = { name: 'a.txt' }) => ({ id, name, args });
const hook = (event: HookEvent, source: string, more: Partial<Hook> = {}): Hook => ({
  id: event,
  name: `My ${event}`,
  event,
  source,
  enabled: true,
  deadlineMs: 20_000,
  ...more,
});
const done = (state: ClientState): boolean =>
  idle(state) && state.thread.messages.some(({ role, content }) => role === 'assistant' && content === 'Done.');
const said = ({ thread }: ClientState) =>
  thread.messages.flatMap(({ role, content }) => (role === 'user' && typeof content === 'string' ? [content] : []));

function setUp(script: FakeTurn[], tools = createTestTools()) {
  const server = createFakeServer(() => script.shift() ?? { text: 'Done.' });
  const browser = createBrowser(server, tools);
  closing.push(browser.close);
  return { server, browser, tools, host: browser.tab() };
}
async function run(host: Client): Promise<ClientState> {
  await host.send('Go', 'first');
  return until(host, done);
}

describe('each call passes the guards', () => {
  it('the rate limit, as the person set it', async () => {
    const { host, tools } = setUp([
      { calls: [call('c1', 'Look')] },
      { calls: [call('c2', 'Look'), call('c3', 'Change')] },
    ]);
    host.setToolSettings({ limits: { calls: 30, tools: { Look: 1 } } });
    const { calls } = await run(host);
    expect(calls.map(({ phase, result }) => [phase, result?.error])).toEqual([
      ['succeeded', undefined],
      ['failed', 'RATE_LIMITED'],
      ['succeeded', undefined],
    ]);
    expect(calls[1]?.trace?.map(({ step, outcome }) => [step, outcome])[0]).toEqual(['rate-limit', 'blocked']);
    expect(tools.runs).toEqual(['Look a.txt', 'Change a.txt']);
  });

  it('the rate limit in call order, whichever call is ready first', async () => {
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    let others = 0;
    vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (algorithm, data) => {
      const text = new TextDecoder().decode(data);
      if (text.includes('b.txt')) others += 1;
      if (text === '{"name":"a.txt"}') await vi.waitUntil(() => others > 1);
      return digest(algorithm, data);
    });
    const names = ['a.txt', 'b.txt', 'b.txt'];
    const { host } = setUp([{ calls: names.map((name, at) => call(`c${at}`, 'Look', { name })) }]);
    host.setToolSettings({ limits: { calls: 30, tools: { Look: 1 } } });
    const { calls } = await run(host);
    vi.restoreAllMocks();
    expect(calls.map(({ result }) => result?.error)).toEqual([undefined, 'RATE_LIMITED', 'RATE_LIMITED']);
  });

  it('hooks that block, change the input and add to the output; the trace comes back from the log', async () => {
    const { browser, host, tools } = setUp([{ calls: [call('c1', 'Change'), call('c2', 'Look', { name: 'b.txt' })] }]);
    host.setToolSettings({
      hooks: [
        hook('PreToolUse', 'return { block: true, reason: "Not on a Sunday." }', { matcher: 'Change' }),
        hook('PreToolUse', 'return { input: { name: "a.txt" } }', { id: 'b', matcher: 'L*' }),
        hook('PostToolUse', 'return { context: `Seen by ${event.name}.` }'),
        hook('PostToolUse', 'return { output: "never" }', { id: 'off', enabled: false }),
      ],
    });
    const { calls, threadId } = await run(host);
    expect(calls.map(({ phase, result }) => [phase, result?.error])).toEqual([
      ['denied', 'HOOK_BLOCKED'],
      ['succeeded', undefined],
    ]);
    expect(calls[0]?.result?.text).toContain('Not on a Sunday.');
    expect(calls[1]?.result?.text).toBe('original\n\n\nSeen by PostToolUse.');
    expect(tools.runs).toEqual(['Look a.txt']);
    const traced = calls.map(({ trace }) => trace?.map(({ step, outcome }) => [step, outcome]));
    expect(traced[0]).toContainEqual(['hooks', 'blocked']);
    expect(traced[1]).toEqual([
      ['hooks', 'changed'],
      ['hooks', 'changed'],
    ]);
    host.dispose();
    const again = await until(browser.tab({ threadId: threadId ?? '' }), done);
    expect(again.calls.map(({ trace }) => trace)).toEqual(calls.map(({ trace }) => trace));
  });

  it('hooks that are asked for permission: they allow, change, refuse, or leave it to who comes after them', async () => {
    const { host, tools } = setUp([
      {
        calls: [call('c1', 'Change'), call('c2', 'Change', { name: 'b.txt' }), call('c3', 'Change', { name: 'c.txt' })],
      },
    ]);
    host.setMode('dontAsk');
    host.setToolSettings({
      hooks: [
        hook('PermissionRequest', 'if (event.input.name === "b.txt") return { block: true, reason: "Not that one." };'),
        hook(
          'PermissionRequest',
          'if (event.input.name === "a.txt") return { allow: true, input: { name: "d.txt" } };',
          {
            id: 'second',
          },
        ),
      ],
    });
    const { calls } = await run(host);
    expect(calls.map(({ phase, result }) => [phase, result?.denial?.source])).toEqual([
      ['succeeded', undefined],
      ['denied', 'hook'],
      ['denied', 'mode'],
    ]);
    expect(calls[1]?.result?.text).toContain('Not that one.');
    expect(calls[1]?.result).toMatchObject({ error: 'HOOK_BLOCKED', denial: { rule: expect.any(String) } });
    const traced = (at: number) => calls[at]?.trace?.map(({ step, outcome }) => `${step} ${outcome}`);
    expect([traced(0), traced(1)]).toEqual([
      ['hooks passed', 'hooks changed', 'permission changed'],
      ['hooks blocked', 'permission blocked', 'retry-hint noted'],
    ]);
    expect(tools.runs).toEqual(['Change d.txt']);
  });

  it.each([['PermissionRequest'], ['Middleware'], ['PreToolUse']] as const)(
    'a hook of %s that blocks is who refuses in a dry run, too',
    async (event) => {
      const { host, tools } = setUp([]);
      host.setToolSettings({ hooks: [hook(event, 'return { block: true, reason: "Not today." };')] });
      const { verdict, checks } = await host.dryRun({ name: 'Change', args: '{"name":"a.txt"}' });
      expect([verdict, checks.at(-1)]).toMatchObject(['deny', { verdict: 'deny', note: 'Not today.' }]);
      expect(tools.runs).toEqual([]);
    },
  );

  it('the code of a hook is read without being run', async () => {
    const { host } = setUp([]);
    expect(await host.checkHook('return { block: ')).toMatch(/Unexpected/);
    expect(await host.checkHook('let event = 1;')).toMatch(/event/);
    expect(await host.checkHook('throw new Error("it ran");')).toBeUndefined();
  });

  it('a hook that hangs is killed, noted, and blocks nothing', async () => {
    const { host } = setUp([{ calls: [call('c1', 'Look')] }]);
    host.setToolSettings({ hooks: [hook('PreToolUse', 'for (;;);', { deadlineMs: 30 })] });
    const { calls } = await run(host);
    expect(calls[0]?.phase).toBe('succeeded');
    expect(calls[0]?.trace?.[0]).toMatchObject({ step: 'hooks', outcome: 'failed' });
  });

  it('validation in the chosen language, and as a warning only', async () => {
    const { host, tools } = setUp([{ calls: [call('c1', 'Look', { name: 'a.txt', more: 1 })] }]);
    host.setToolSettings({ language: 'zh', validation: 'warn' });
    const { calls } = await run(host);
    expect([calls[0]?.phase, calls[0]?.issues.length, tools.runs]).toEqual(['succeeded', 1, ['Look a.txt']]);

    const strict = setUp([{ calls: [call('c1', 'Look', { name: 7 })] }]);
    strict.host.setToolSettings({ language: 'zh' });
    expect((await run(strict.host)).calls[0]?.result?.text).toMatch(/[\u4e00-\u9fff]/);
  });

  it('the folders that may be written to; a refusal lists them', async () => {
    const write = call('c1', 'Write', { file_path: 'other/x.txt', content: 'x' });
    const { host } = setUp([{ calls: [write] }], { ...createTestTools(), tools: [...coreTools] });
    host.setToolSettings({ writeRoots: ['src', 'docs'] });
    const { calls } = await run(host);
    expect(calls[0]?.result?.error).toBe('OUTSIDE_WRITE_ROOTS');
    expect(calls[0]?.result?.text).toContain('src or docs');
  });

  it('a tool that is turned off is not found, though the model calls it', async () => {
    const { host, tools } = setUp([{ calls: [call('c1', 'Change')] }]);
    host.setToolSettings({ disabled: ['Change'] });
    const { calls } = await run(host);
    expect(calls.map(({ title, result }) => [title, result?.error])).toEqual([['Change a.txt', 'TOOL_NOT_FOUND']]);
    expect(tools.runs).toEqual([]);
  });
});

describe('hooks of the conversation', () => {
  it('hold a prompt back, and the person sees why', async () => {
    const { server, host } = setUp([]);
    host.setToolSettings({
      hooks: [
        hook('UserPromptSubmit', 'if (event.prompt.includes("secret")) return { block: true, reason: "No secrets." }'),
      ],
    });
    expect(await host.send('The secret is tea')).toBeUndefined();
    const { notices, threadId, status } = host.store.getState();
    expect([server.posts, threadId, status]).toEqual([[], null, 'empty']);
    expect(notices).toMatchObject([{ event: 'UserPromptSubmit', outcome: 'blocked', prompt: 'The secret is tea' }]);
    expect(notices[0]?.note).toContain('No secrets.');
    const state = await run(host);
    expect(said(state)).toEqual(['"Go"']);
    expect(state.notices).toHaveLength(2);
  });

  it('are asked while the page says that something goes on; a stop lets go of the prompt', async () => {
    const { server, host } = setUp([]);
    host.setToolSettings({ hooks: [hook('UserPromptSubmit', 'return { context: "It is Sunday." }')] });
    const sent = host.send('Go');
    expect(host.store.getState().status).toBe('model');
    await host.stop();
    expect(await sent).toBeUndefined();
    expect([server.posts, host.store.getState().status]).toEqual([[], 'empty']);
    expect(said(await run(host))).toHaveLength(1);
  });

  it('add to a prompt, where everybody can read it; the notice is there after a reload', async () => {
    const { browser, host } = setUp([]);
    host.setToolSettings({ hooks: [hook('UserPromptSubmit', 'return { context: "It is Sunday." }')] });
    const state = await run(host);
    expect(said(state)[0]).toContain('Go\\n\\n[Added by a hook]\\nIt is Sunday.');
    expect(state.thread.messages[0]?.id).toBe('first');
    expect(state.notices).toMatchObject([{ step: 'My UserPromptSubmit', outcome: 'changed', messageId: 'first' }]);
    const after = await until(browser.tab({ threadId: state.threadId ?? '' }), (now) => now.notices.length > 0);
    expect(after.notices).toEqual(state.notices);
  });

  it('make the agent go on, three times in a row at most, and again after the person has spoken', async () => {
    const { server, browser, host } = setUp([]);
    host.setToolSettings({
      hooks: [hook('Stop', 'return { block: true, reason: `The tests are red (${event.reason}).` }')],
    });
    await host.send('Go');
    const rested = (state: ClientState): boolean => idle(state) && state.notices.at(-1)?.outcome === 'noted';
    const state = await until(host, rested);
    const fromHook = '"[Stop hook My Stop] The tests are red (end)."';
    expect(said(state)).toEqual(['"Go"', fromHook, fromHook, fromHook]);
    expect(server.turns).toBe(4);
    const ids = state.thread.messages.filter(({ role }) => role === 'user').map(({ id }) => id);
    expect(state.notices.flatMap(({ messageId }) => messageId ?? [])).toEqual(ids.slice(1));

    host.dispose();
    const again = browser.tab({ threadId: state.threadId ?? '' });
    await until(again, (now) => idle(now) && now.notices.length === state.notices.length);
    expect(server.turns).toBe(4);
    await again.send('Once more');
    const more = await until(again, (now) => rested(now) && now.notices.length > state.notices.length);
    expect(said(more)).toHaveLength(8);
  });

  it('do not hold up a stop, nor somebody who goes on talking', async () => {
    const { server, host } = setUp([]);
    host.setToolSettings({ hooks: [hook('Stop', 'for (;;);', { deadlineMs: 60_000 })] });
    await host.send('Go');
    await until(host, (state) => server.turns === 1 && state.thread.runs.at(-1)?.status === 'success');
    await host.send('Go on');
    await until(host, (state) => server.turns === 2 && state.thread.runs.at(-1)?.status === 'success');
    await host.stop();
    expect((await until(host, idle)).thread.messages.filter(({ role }) => role === 'user')).toHaveLength(2);
  });
});

describe('hooks that are told', () => {
  const refuse = 'console.log(event.tool, event.source); return { block: true };';
  const told = ({ notices }: ClientState) => notices.map(({ event, outcome }) => [event, outcome]);

  it('run of what happens in this tab and are noted, and what an old thread brings is not told again', async () => {
    const { browser, host } = setUp([{ calls: [call('c1', 'Change'), call('c2', 'Look')] }]);
    host.addRule({ behavior: 'deny', rule: 'Change' }, 'everywhere');
    host.setToolSettings({
      hooks: [
        hook('SessionStart', 'console.log(event.how, event.threadId)'),
        hook('SessionEnd', 'console.log(event.threadId)'),
        hook('PermissionDenied', refuse, { matcher: 'Change' }),
        hook('PermissionDenied', refuse, { id: 'other', matcher: 'Look' }),
      ],
    });
    await run(host);
    const state = await until(host, ({ notices }) => notices.length === 2);
    expect(told(state)).toEqual([
      ['SessionStart', 'passed'],
      ['PermissionDenied', 'failed'],
    ]);
    expect(state.notices[0]?.note).toContain(`new ${state.threadId}`);
    expect(state.notices[1]?.note).toContain('takes no block');
    expect(state.notices[1]?.note).toContain('Change rule');

    host.dispose();
    const again = browser.tab({ threadId: state.threadId ?? '' });
    await until(again, (now) => done(now) && now.notices.length === 3);
    await again.newThread();
    await again.send('Go');
    const next = await until(again, (now) => done(now) && now.notices.length > 1);
    expect(told(next)).toEqual([
      ['SessionEnd', 'passed'],
      ['SessionStart', 'passed'],
    ]);
    const reopened = await until(
      browser.tab({ threadId: state.threadId ?? '' }),
      (now) => done(now) && now.notices.length === 4,
    );
    expect(told(reopened).map(([event]) => event)).toEqual([
      'SessionStart',
      'PermissionDenied',
      'SessionStart',
      'SessionStart',
    ]);
  });

  it('of files and of the folder of the shell', async () => {
    const write = call('c1', 'Write', { file_path: 'x/new.txt', content: 'x' });
    const { host } = setUp([{ calls: [write] }, { calls: [call('c2', 'Bash', { command: 'cd x' })] }], {
      ...createTestTools(),
      tools: [...coreTools],
    });
    host.setToolSettings({
      hooks: [
        hook('FileChanged', 'console.log(event.change, event.path, event.by)'),
        hook('CwdChanged', 'console.log(event.to)'),
      ],
    });
    await run(host);
    const { notices } = await until(host, (state) => state.notices.length === 2);
    expect(notices[0]?.note).toMatch(/create .*x\/new\.txt agent/);
    expect(notices[1]?.note).toMatch(/\/x$/);
  });

  it('of tasks, to-dos, settings and what waits for a person, without holding anything up', async () => {
    const { host } = setUp([{ calls: [call('c1', 'Change')] }]);
    host.setMode('default');
    host.setToolSettings({
      hooks: [
        hook('Notification', 'console.log(event.message)'),
        hook('ConfigChange', 'console.log(event.changed.join())'),
        hook('TaskCreated', 'console.log(event.title)'),
        hook('TodoListUpdated', 'console.log(event.todos[0].activeForm)'),
        hook('SessionStart', 'for (;;);', { deadlineMs: 200 }),
      ],
    });
    await host.send('Go');
    const { approvals } = await until(host, ({ approvals }) => approvals.length === 1);
    host.decide(approvals[0]?.callId ?? '', { behavior: 'allow' });
    const { ports } = await until(host, done);
    await ports.tasks?.create({ kind: 'plan', title: 'Tidy up' });
    await ports.todos?.set([{ content: 'Sweep', status: 'in_progress', activeForm: 'Sweeping' }]);
    host.setMode('plan');
    const state = await until(host, ({ notices }) => notices.length >= 6);
    expect(state.notices.map(({ note }) => note)).toEqual([
      expect.stringContaining('tools.hooks'),
      expect.stringContaining('timed out'),
      expect.stringContaining('waits for your approval'),
      expect.stringContaining('Tidy up'),
      expect.stringContaining('Sweeping'),
      expect.stringContaining('mode'),
    ]);
  });
});

describe('a result too long to be posted', () => {
  it('is cut once: one notice with the right number, one entry in the trace, and all of it in the tab', async () => {
    const flood = '漢x'.repeat(600_000);
    const more = createTestTools();
    more.tools.push(
      eraseTool(
        defineTool({
          name: 'Flood',
          description: 'Says very much.',
          kind: 'read',
          outputLimit: 400_000,
          execute: () => flood,
        }),
      ),
    );
    const { host } = setUp([{ calls: [call('c1', 'Flood', {})] }], more);
    const { calls, thread } = await run(host);
    const message = thread.messages.find((each) => each.role === 'tool');
    const { text, truncated } = message ? fromToolMessage(message) : { text: '' };
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(RESULT_TEXT_LIMIT);
    const [notice, ...others] = text.match(/\n\n\[… [\d,]+ characters left out …\]\n\n/g) ?? [];
    const omitted = Number(notice?.replaceAll(/\D/g, ''));
    expect(others).toEqual([]);
    expect(text).not.toContain('bytes left out');
    expect(text.replace(notice ?? '', '').length + omitted).toBe(flood.length);
    expect(calls[0]?.trace?.filter(({ step }) => step === 'truncation')).toHaveLength(1);
    expect(await host.blobs.get(truncated?.hash ?? '')).toBe(flood);
  });
});
