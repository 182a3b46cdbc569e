import { afterEach, describe, expect, it } from 'vitest';
import { ForwardedPropsSchema, type CassetteEntry, type ThreadState } from '@/lib/protocol';
import { advancedTools } from '@/lib/tools/builtin';
import { write } from '@/lib/tools/builtin/files/write';
import { eraseTool } from '@/lib/tools/tool';
import { createFakeServer, type FakeTurn } from '../testing/fake-server';
import { createBrowser, createTestTools, idle, until } from '../testing/test-tab';
import type { Client, ClientState } from '../state';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Script = Record<string, FakeTurn[]>;

/** What an agent was told first; the fake server writes words as JSON. */
const promptOf = ({ messages }: ThreadState): string => {
  const first = messages.find(({ role }) => role === 'user')?.content;
  return typeof first === 'string' ? String(JSON.parse(first)) : '';
};

/** A server on which every agent plays the turns that stand under what it was told first, and then says it is done. */
function setUp(script: Script) {
  const left = new Map(Object.entries(script).map(([prompt, turns]) => [prompt, [...turns]]));
  const server = createFakeServer(
    (thread) => left.get(promptOf(thread))?.shift() ?? { text: `Done: ${promptOf(thread)}.` },
  );
  const test = createTestTools();
  const browser = createBrowser(server, { ...test, tools: [...test.tools, eraseTool(write), ...advancedTools] });
  closing.push(browser.close);
  return { server, browser, test };
}

const agent = (id: string, prompt: string, more: object = {}) => ({
  id,
  name: 'Agent',
  args: { prompt, description: `The task ${prompt}`, ...more },
});
const look = (id: string) => ({ id, name: 'Look', args: { name: 'a.txt' } });
const change = (id: string) => ({ id, name: 'Change', args: { name: 'a.txt' } });
const slow = (id: string) => ({ id, name: 'Slow', args: { name: 'x' } });

const callOf = (state: ClientState, id: string) => state.calls.find((call) => call.id === id);
const textOf = (state: ClientState, id: string): string => callOf(state, id)?.result?.text ?? '';
const agentOf = (state: ClientState, id: string) => state.agents.find((known) => known.id === id);
const said = ({ messages }: ThreadState): unknown[] =>
  messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));

const figures = (tokens: number) => ({
  stop: 'end',
  model: 'm',
  inputTokens: tokens - 1,
  outputTokens: 1,
  cachedInputTokens: 0,
  cost: 0,
  startedAt: 0,
  endedAt: 0,
});

const byFirst = <T extends readonly [string, ...unknown[]]>(rows: readonly T[]): T[] =>
  rows.toSorted(([a], [b]) => (a < b ? -1 : 1));

const pendingIn = ({ calls, callOrder }: ThreadState): number =>
  callOrder.filter((id) => calls[id]?.result === undefined).length;

async function run(host: Client, prompt = 'Go'): Promise<ClientState> {
  await host.send(prompt);
  return until(host, (state) => idle(state) && state.thread.runs.length > 0);
}

describe('sub-agents', () => {
  it('have a thread of their own, whose calls the same executor runs, and report their last words', async () => {
    const { browser, test, server } = setUp({
      Go: [{ calls: [agent('c1', 'Dig')] }],
      Dig: [{ calls: [look('c1'), change('c2')] }],
    });
    const host = browser.tab();
    const state = await run(host);
    expect(test.runs).toEqual(['Look a.txt', 'Change a.txt']);
    expect(textOf(state, 'c1')).toMatch(/^Done: Dig\.\n\n\[agent-1: /);
    const child = agentOf(state, 'agent-1');
    expect(child).toMatchObject({ status: 'done', callId: 'c1', parent: 'main', name: 'agent-1', live: false });
    expect(child?.calls.map(({ id, phase }) => [id, phase])).toEqual([
      ['agent-1/c1', 'succeeded'],
      ['agent-1/c2', 'succeeded'],
    ]);
    expect(said(state.thread)).toEqual(['"Go"']);
    expect(server.thread(child?.threadId ?? '').state.callOrder).toEqual(['c1', 'c2']);
  });

  it('of one turn work at the same time', async () => {
    const { browser, test } = setUp({
      Go: [{ calls: [agent('c1', 'One'), agent('c2', 'Two')] }],
      One: [{ calls: [slow('c1')] }],
      Two: [{ calls: [slow('c1')] }],
    });
    const host = browser.tab();
    await host.send('Go');
    await until(host, () => test.runs.length === 2);
    test.release();
    const state = await until(host, idle);
    expect([textOf(state, 'c1'), textOf(state, 'c2')].map((text) => text.split('\n')[0])).toEqual([
      'Done: One.',
      'Done: Two.',
    ]);
  });

  it('have the tools of their kind, and no agent below the second starts another', async () => {
    const { browser, server } = setUp({
      Go: [{ calls: [agent('c1', 'Look around', { subagent_type: 'Explore' }), agent('c2', 'One')] }],
      One: [{ calls: [agent('c1', 'Two')] }],
    });
    const host = browser.tab();
    await run(host);
    const toolsOf = (prompt: string) =>
      server.posts
        .find(({ messages }) => messages.some(({ content }) => content === prompt))
        ?.tools.map(({ name }) => name);
    expect(toolsOf('Look around')).toEqual([]);
    expect(toolsOf('One')).toContain('Agent');
    expect(toolsOf('Two')).not.toContain('Agent');
    expect(toolsOf('Two')).toContain('Change');
  });

  it.each([
    ['default', 'bypassPermissions', 'default'],
    ['bypassPermissions', 'plan', 'plan'],
    ['acceptEdits', undefined, 'acceptEdits'],
  ] as const)('of a parent in mode %s that is to have %s works in %s', async (mode, wanted, expected) => {
    const { browser, server } = setUp({ Go: [{ calls: [agent('c1', 'Dig', wanted && { mode: wanted })] }] });
    const host = browser.tab({ mode });
    host.addRule({ behavior: 'allow', rule: 'Agent' }, 'everywhere');
    await run(host);
    const post = server.posts.find(({ messages }) => messages.some(({ content }) => content === 'Dig'));
    expect(post?.forwardedProps).toMatchObject({ toolyard: { mode: expected } });
  });

  it('are denied what a rule denies their parent, and ask in their own name', async () => {
    const { browser, test } = setUp({
      Go: [{ calls: [agent('c1', 'Dig', { name: 'mole' })] }],
      Dig: [{ calls: [change('c1'), slow('c2')] }],
    });
    const host = browser.tab({ mode: 'default' });
    host.addRule({ behavior: 'deny', rule: 'Slow' }, 'everywhere');
    host.addRule({ behavior: 'allow', rule: 'Agent' }, 'everywhere');
    await host.send('Go');
    const asked = await until(host, (state) => state.approvals.length > 0);
    expect(asked.approvals[0]).toMatchObject({ callId: 'agent-1/c1', agent: { id: 'agent-1', name: 'mole' } });
    host.decide('agent-1/c1', { behavior: 'allow' });
    const state = await until(host, idle);
    expect(test.runs).toEqual(['Change a.txt']);
    expect(agentOf(state, 'agent-1')?.calls.map(({ phase }) => phase)).toEqual(['succeeded', 'denied']);
  });

  it('are stopped with their parent', async () => {
    const { browser, test } = setUp({ Go: [{ calls: [agent('c1', 'Dig')] }], Dig: [{ calls: [slow('c1')] }] });
    const host = browser.tab();
    await host.send('Go');
    await until(host, () => test.runs.length === 1);
    await host.stop();
    const state = await until(host, (now) => idle(now) && agentOf(now, 'agent-1')?.live === false);
    expect([callOf(state, 'c1')?.phase, agentOf(state, 'agent-1')?.status]).toEqual(['aborted', 'stopped']);
  });

  it('can be stopped alone, and gone on with', async () => {
    const { browser, test } = setUp({
      Go: [{ calls: [agent('c1', 'Dig')] }, { calls: [agent('c2', 'Dig on', { resume: 'agent-1' })] }],
      Dig: [{ calls: [slow('c1')] }],
    });
    const host = browser.tab();
    await host.send('Go');
    await until(host, () => test.runs.length === 1);
    host.stopAgent('agent-1');
    const state = await until(host, (now) => idle(now) && textOf(now, 'c2') !== '');
    expect(callOf(state, 'c1')?.result).toMatchObject({ error: 'ABORTED' });
    expect(textOf(state, 'c2')).toMatch(/^Done: Dig\./);
    expect(said(agentOf(state, 'agent-1')?.thread ?? state.thread)).toEqual(['"Dig"', '"Dig on"']);
    expect(state.agents).toHaveLength(1);
  });

  it('that are done can be gone on with, and know what they did', async () => {
    const { browser, server } = setUp({
      Go: [{ calls: [agent('c1', 'Dig')] }, { calls: [agent('c2', 'And then?', { resume: 'agent-1' })] }],
      Dig: [{ text: 'A hole.' }, { text: 'A deeper hole.' }],
    });
    const state = await run(browser.tab());
    expect([textOf(state, 'c1').split('\n')[0], textOf(state, 'c2').split('\n')[0]]).toEqual([
      'A hole.',
      'A deeper hole.',
    ]);
    const child = agentOf(state, 'agent-1');
    expect(child).toMatchObject({ status: 'done', callId: 'c2' });
    expect(server.thread(child?.threadId ?? '').state.messages.map(({ content }) => content)).toEqual([
      '"Dig"',
      'A hole.',
      '"And then?"',
      'A deeper hole.',
    ]);
  });

  it('in the background are stopped by TaskStop, and TaskOutput says how far they came', async () => {
    const task = (id: string, name: string) => ({ id, name, args: { task_id: 'agent-1' } });
    const { browser, test } = setUp({
      Go: [
        { calls: [agent('c1', 'Dig', { run_in_background: true }), look('c2')] },
        { calls: [{ id: 'c3', name: 'TaskOutput', args: { task_id: 'agent-1' } }] },
        { calls: [task('c4', 'TaskStop')] },
        { calls: [task('c5', 'TaskOutput')] },
      ],
      Dig: [{ calls: [slow('c1')] }],
    });
    const host = browser.tab();
    await host.send('Go');
    const state = await until(host, (now) => idle(now) && textOf(now, 'c5') !== '');
    expect(textOf(state, 'c3')).toContain('[agent-1: running]');
    expect(textOf(state, 'c4')).toContain('Stopped: agent-1 [stopped]');
    expect(textOf(state, 'c5')).toMatch(/The agent was stopped before it was done\..*\[agent-1: stopped\]/s);
    expect(agentOf(state, 'agent-1')).toMatchObject({ status: 'stopped', live: false });
    expect(test.runs.filter((name) => name === 'Look a.txt')).toHaveLength(1);
  });

  it('in the background report at the next turn of the one that started them', async () => {
    const { browser, test } = setUp({
      Go: [
        { calls: [agent('c1', 'Dig', { run_in_background: true, name: 'mole' })] },
        { text: 'Meanwhile.' },
        { text: 'So it is.' },
      ],
      Dig: [{ calls: [slow('c1')] }],
    });
    const host = browser.tab();
    await host.send('Go');
    const meanwhile = await until(host, (state) => idle(state) && test.runs.length === 1);
    expect(textOf(meanwhile, 'c1')).toContain('agent-1 works in the background');
    expect(meanwhile.ports.tasks?.get('agent-1')).toMatchObject({ status: 'running', owner: 'mole' });
    test.release();
    const state = await until(host, (now) => idle(now) && said(now.thread).length === 2);
    expect(said(state.thread)[1]).toMatch(/\[Message from mole\].*Done: Dig\./s);
    expect(state.thread.messages.at(-1)).toMatchObject({ content: 'So it is.' });
    expect(state.ports.tasks?.get('agent-1')?.status).toBe('completed');
  });

  it('hear what others write at their next turn', async () => {
    const { browser, test } = setUp({
      Go: [
        { calls: [agent('c1', 'Dig', { run_in_background: true, name: 'mole' })] },
        { calls: [{ id: 'c2', name: 'SendMessage', args: { to: 'mole', message: 'Dig deeper.' } }] },
      ],
      Dig: [{ calls: [slow('c1')] }],
    });
    const host = browser.tab();
    await host.send('Go');
    await until(host, (state) => textOf(state, 'c2') !== '' && test.runs.length === 1);
    test.release();
    const state = await until(host, (now) => idle(now) && agentOf(now, 'agent-1')?.status === 'done');
    const child = agentOf(state, 'agent-1');
    expect(said(child?.thread ?? state.thread)[1]).toMatch(/\[Message from main\].*Dig deeper\./s);
    expect(child?.thread.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
  });

  it('cut off by a reload are reported so, and can be gone on with', async () => {
    const { browser, test, server } = setUp({
      Go: [{ calls: [agent('c1', 'Dig')] }, { calls: [agent('c2', 'Dig on', { resume: 'agent-1' })] }],
      Dig: [{ calls: [slow('c1')] }],
    });
    const first = browser.tab();
    await first.send('Go');
    const before = await until(first, () => test.runs.length === 1);
    first.dispose();
    const host = browser.tab({ threadId: before.threadId ?? '' });
    const state = await until(host, (now) => idle(now) && textOf(now, 'c2') !== '');
    expect(callOf(state, 'c1')?.result).toMatchObject({ error: 'ABORTED' });
    expect(textOf(state, 'c1')).toContain('resume "agent-1"');
    expect(textOf(state, 'c2')).toMatch(/^Done: Dig\./);
    expect(test.runs).toEqual(['Slow x']);
    expect(server.thread(agentOf(state, 'agent-1')?.threadId ?? '').state.callOrder).toEqual(['c1']);
  });

  it('are followed by a tab that watches, which writes nothing of them', async () => {
    const { browser, test } = setUp({
      Go: [{ calls: [agent('c1', 'One'), agent('c2', 'Two')] }],
      One: [{ calls: [slow('c1')] }],
      Two: [{ calls: [look('c1')] }, { calls: [slow('c2')] }],
    });
    const first = browser.tab();
    await first.send('Go');
    const { threadId } = await until(first, () => test.runs.filter((name) => name === 'Slow x').length === 2);
    const second = browser.tab({ threadId: threadId ?? '' });
    const callsOf = ({ agents }: ClientState) => agents.map(({ calls }) => calls.map(({ phase }) => phase));
    await until(
      second,
      ({ executor, agents }) =>
        executor === 'elsewhere' && agents.length === 2 && agents.every(({ thread }) => thread.callOrder.length > 0),
    );
    expect(second.store.getState().agents.map(({ status, live }) => [status, live])).toEqual([
      ['running', false],
      ['running', false],
    ]);
    test.release();
    const state = await until(
      second,
      (now) => idle(now) && now.agents.every(({ status, thread }) => status === 'done' && pendingIn(thread) === 0),
    );
    // Both began at once: either may be the first.
    expect(
      new Map(state.agents.map(({ thread }, at) => [thread.messages.at(-1)?.content, callsOf(state)[at]])),
    ).toEqual(
      new Map([
        ['Done: One.', ['succeeded']],
        ['Done: Two.', ['succeeded', 'succeeded']],
      ]),
    );
    const kept = await browser.database.threads.get(`agents:${threadId}`);
    expect(kept).toHaveLength(2);
    for (const id of ['agent-1', 'agent-2'])
      expect(kept).toEqual(expect.arrayContaining([expect.objectContaining({ id, status: 'done' })]));
  });

  it('go on being shown in a tab that another one took them from', async () => {
    const { browser, test } = setUp({
      Go: [{ calls: [agent('c1', 'Dig')] }, { calls: [agent('c2', 'Dig on', { resume: 'agent-1' })] }],
      Dig: [{ calls: [slow('c1')] }],
    });
    const first = browser.tab();
    await first.send('Go');
    const { threadId } = await until(first, () => test.runs.length === 1);
    const second = browser.tab({ threadId: threadId ?? '' });
    await until(second, (state) => state.executor === 'elsewhere' && state.agents.length === 1);
    await second.takeOver();
    await until(second, (state) => idle(state) && agentOf(state, 'agent-1')?.status === 'done');
    const seen = await until(first, (state) => agentOf(state, 'agent-1')?.status === 'done');
    await until(first, (state) => agentOf(state, 'agent-1')?.thread.messages.at(-1)?.content === 'Done: Dig.');
    expect([seen.executor, agentOf(seen, 'agent-1')?.live]).toEqual(['elsewhere', false]);
  });

  it('that only read go on by themselves after a reload', async () => {
    let go: () => void = () => undefined;
    const { browser } = setUp({
      Go: [{ calls: [agent('c1', 'Dig', { subagent_type: 'Explore' })] }],
      Dig: [{ text: 'Found.', until: new Promise((resolve) => (go = resolve)) }],
    });
    const first = browser.tab();
    await first.send('Go');
    const before = await until(first, (state) => agentOf(state, 'agent-1')?.thread.runs.length === 1);
    first.dispose();
    const host = browser.tab({ threadId: before.threadId ?? '' });
    await until(host, (state) => agentOf(state, 'agent-1')?.live === true);
    go();
    const state = await until(host, (now) => idle(now) && textOf(now, 'c1') !== '');
    expect(textOf(state, 'c1')).toMatch(/^Found\./);
    expect(said(agentOf(state, 'agent-1')?.thread ?? state.thread)).toEqual(['"Dig"']);
  });

  it('started inside a skill are held to its list, and so are those they start', async () => {
    const put = (id: string, file_path: string) => ({ id, name: 'Write', args: { file_path, content: 'x' } });
    const skill = '---\ndescription: Notes.\nallowed-tools: Agent, Write(notes/**)\n---\nWrite notes.\n';
    const { browser } = setUp({
      Go: [
        { calls: [{ id: 'c1', name: 'Write', args: { file_path: '.skills/notes/SKILL.md', content: skill } }] },
        { calls: [{ id: 'c2', name: 'Skill', args: { skill: 'notes' } }] },
        { calls: [agent('c3', 'One')] },
      ],
      One: [{ calls: [put('c1', 'a.md'), put('c2', 'notes/a.md'), agent('c3', 'Two')] }],
      Two: [{ calls: [put('c1', 'b.md'), put('c2', 'notes/b.md'), change('c3')] }],
    });
    const host = browser.tab();
    const { agents } = await run(host);
    expect(agents.map(({ calls }) => calls.map(({ phase, result }) => result?.error ?? phase))).toEqual([
      ['GATE_DENIED', 'succeeded', 'succeeded'],
      ['GATE_DENIED', 'succeeded', 'TOOL_NOT_FOUND'],
    ]);
  });

  it('are recorded with the thread, and replay by the calls that started them', async () => {
    const script: Script = {
      Go: [
        { calls: [agent('c1', 'Dig'), agent('c2', 'Fill')] },
        { calls: [agent('c3', 'Dig on', { resume: 'agent-1' })] },
      ],
      Dig: [{ calls: [agent('c1', 'Deeper')], figures: figures(3) }],
      Fill: [{ calls: [look('c1')], figures: figures(3) }],
    };
    const first = setUp(script);
    const recording = first.browser.tab();
    await run(recording);
    const cassette = await recording.record();
    // They are listed as they began, and two of one turn may begin in either order.
    expect(byFirst(cassette?.agents?.map(({ id, parent, callId }) => [id, parent, callId]) ?? [])).toEqual([
      ['agent-1', 'main', 'c1'],
      ['agent-2', 'main', 'c2'],
      ['agent-3', 'agent-1', 'c1'],
    ]);

    const second = setUp(script);
    const host = second.browser.tab();
    // The fake server writes words as JSON.
    const entries = cassette?.entries.map((entry) => (entry.kind === 'said' ? { ...entry, text: 'Go' } : entry)) ?? [];
    // Models use the names of the recording, whoever begins first now.
    const agents = cassette?.agents?.map((recording) =>
      recording.id === 'agent-2' ? { ...recording, id: 'agent-9' } : recording,
    );
    if (cassette) await host.replay({ ...cassette, entries, agents }, 'instant');
    const state = await until(host, (now) => idle(now) && textOf(now, 'c3') !== '');
    expect(byFirst(state.agents.map(({ name, thread }) => [name, thread.cassette?.entries[0]] as const))).toEqual(
      [
        ['agent-1', 'Dig'],
        ['agent-3', 'Deeper'],
        ['agent-9', 'Fill'],
      ].map(([id, prompt]) => [id, { kind: 'said', text: expect.stringContaining(`"${prompt}"`) }]),
    );
    const brought = second.server.posts.filter(({ forwardedProps }) => 'cassette' in Object(forwardedProps).toolyard);
    expect(brought).toHaveLength(4);
  });

  it('that wait for what their recording has them hear are stopped like any other', async () => {
    const script: Script = { Go: [{ calls: [agent('c1', 'Dig')] }], Dig: [{ calls: [look('c1')] }] };
    const recording = setUp(script).browser.tab();
    await run(recording);
    const cassette = await recording.record();
    if (!cassette) throw new Error('Nothing was recorded.');
    const message = { kind: 'said', from: 'nobody', text: 'Dig deeper.' } as const;
    const agents = cassette.agents?.map((recording) => ({
      ...recording,
      entries: recording.entries.flatMap((entry): CassetteEntry[] =>
        entry.kind === 'result' ? [entry, message] : [entry],
      ),
    }));
    const never = new Promise<void>(() => undefined);
    const second = setUp({ ...script, Dig: [{ calls: [look('c1')] }, { text: 'Nothing.', until: never }] });
    const host = second.browser.tab({ longestWait: 60_000 });
    const entries = cassette.entries.map((entry) => (entry.kind === 'said' ? { ...entry, text: 'Go' } : entry));
    await host.replay({ ...cassette, entries, agents }, 'instant');
    await until(host, (state) => agentOf(state, 'agent-1')?.calls[0]?.phase === 'succeeded');
    await host.stop();
    const state = await until(host, idle);
    expect(agentOf(state, 'agent-1')).toMatchObject({ status: 'stopped', live: false });
    expect(agentOf(state, 'agent-1')?.thread.turns).toHaveLength(1);
  });

  it('use one budget with the one that started them', async () => {
    const { browser, server } = setUp({
      Go: [
        { calls: [agent('c1', 'One')], figures: figures(5) },
        { text: 'So.', figures: figures(10) },
      ],
      One: [
        { calls: [agent('c1', 'Two')], figures: figures(100) },
        { text: 'Done.', figures: figures(100) },
      ],
      Two: [{ text: 'Found.', figures: figures(1000) }],
    });
    const host = browser.tab();
    await run(host);
    await run(host, 'More');
    const beside = server.posts.map(({ threadId, forwardedProps }) => [
      server.thread(threadId).state.messages[0]?.content,
      ForwardedPropsSchema.parse(forwardedProps).toolyard?.tokensBeside ?? 0,
    ]);
    expect(beside).toEqual([
      ['"Go"', 0],
      ['"One"', 5],
      ['"Two"', 105],
      ['"One"', 1005],
      ['"Go"', 1200],
      ['"Go"', 1200],
    ]);
  });

  it('leave a worktree behind where they changed something in it, and only there', async () => {
    const put = (content: string) => ({ id: 'c1', name: 'Write', args: { file_path: 'new.txt', content } });
    const { browser } = setUp({
      Go: [
        { calls: ['One', 'Two', 'Three'].map((task, at) => agent(`c${at + 1}`, task, { isolation: 'worktree' })) },
        { calls: [agent('c4', 'Three again', { resume: 'agent-3' })] },
      ],
      One: [{ calls: [put('one')] }],
      Two: [{ calls: [put('two')] }],
      Three: [{ calls: [look('c1')] }, { text: 'Nothing to do.' }, { calls: [put('three')] }],
    });
    const host = browser.tab();
    const state = await run(host);
    const { sandbox } = host;
    const text = async (path: string) => sandbox?.fs.readFile(`${sandbox.workdir}/${path}`, 'utf8').catch(() => 'none');
    expect(textOf(state, 'c1')).toContain('.worktrees/agent-1, on the branch worktree-agent-1.');
    expect(textOf(state, 'c3')).not.toContain('worktree');
    expect(textOf(state, 'c4')).toContain('.worktrees/agent-3, on the branch worktree-agent-3.');
    expect(
      await Promise.all(['', '.worktrees/agent-1/', '.worktrees/agent-2/'].map((folder) => text(`${folder}new.txt`))),
    ).toEqual(['none', 'one', 'two']);
    expect((await state.ports.worktrees?.list())?.map(({ name }) => name)).toEqual(['agent-1', 'agent-2', 'agent-3']);
  });

  it.each([
    [{ subagent_type: 'Nobody' }, 'NOT_FOUND', 'general-purpose, Explore, Plan'],
    [{ resume: 'agent-9' }, 'NOT_FOUND', 'There are none yet.'],
    [{ name: 'main' }, 'INVALID_ARGS', 'taken'],
    [{ team_name: 'reds' }, 'NOT_FOUND', 'TeamCreate'],
  ])('are not started with %j', async (more, error, words) => {
    const { browser } = setUp({ Go: [{ calls: [agent('c1', 'Dig', more)] }] });
    const state = await run(browser.tab());
    expect(callOf(state, 'c1')?.result).toMatchObject({ success: false, error });
    expect(textOf(state, 'c1')).toContain(words);
    expect(state.agents).toEqual([]);
  });
});
