// @vitest-environment jsdom
import type { ClientState } from '@/lib/client/state';
import { coreTools } from '@/lib/tools/builtin';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { agentView } from '../fixtures/agent-view';
import { callView } from '../fixtures/call-view';
import { poolEntryView } from '../fixtures/pool-entry-view';
import { field, elementNamed, renderPage, unrenderAll } from '../fixtures/render';
import { initialClientState } from '../state/initial-state';
import ContractView from './contract/contract-view';
import { CallCard } from './conversation/call-card';
import HooksView from './hooks/hooks-view';
import PolicyView from './policy/policy-view';

vi.mock('../elements/monaco', () => {
  const Text = ({ label, text }: { label: string; text: string }) => <pre aria-label={label}>{text}</pre>;
  return { CodeEditor: Text, CodeView: Text };
});

beforeAll(() => {
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(unrenderAll);

const pool = coreTools.map((tool) =>
  poolEntryView(tool, tool.name === 'Bash' ? { enabled: false, why: 'settings' } : {}),
);
const pipeline = ['rate-limit', 'permission', 'hooks'].map((name) => ({ name, phase: 'before' as const, about: name }));
const state: Partial<ClientState> = { pool, pipeline };
const click = (element: HTMLElement): Promise<void> => act(async () => element.click());
async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('the contract', () => {
  it('shows the form of the chosen tool, and switches tools', async () => {
    const { client, page, place } = await renderPage(state, <ContractView />);
    await act(async () => page.ui.getState().chooseTool('Edit'));
    expect(elementNamed('pre', 'Edit, Anthropic').textContent).toContain('"input_schema"');
    const set = vi.spyOn(client, 'setToolSettings');
    await click(elementNamed('[role=switch]', 'Edit is on'));
    expect(set).toHaveBeenCalledWith({ disabled: ['Edit'] });
    expect(elementNamed('[role=switch]', 'Bash is on').getAttribute('aria-checked')).toBe('false');
    expect(place.textContent).toContain('may change something');
  });

  it('says which tool has the place of another one', async () => {
    const read = pool.find(({ name }) => name === 'Read');
    const custom = read && { ...read, source: 'custom' as const, replaces: 'builtin' as const };
    const { place } = await renderPage({ ...state, pool: custom ? [custom] : [] }, <ContractView />);
    expect(place.querySelector('[data-tool=Read]')?.textContent).toContain('replaces builtin');
  });

  it('tries a call and shows what a model would read', async () => {
    const { client, place } = await renderPage(state, <ContractView />);
    const tried = vi.spyOn(client, 'tryCall').mockImplementation(async () => ({
      callId: crypto.randomUUID(),
      phase: 'invalid',
      timings: { queuedAt: 0, startedAt: 1, endedAt: 2 },
      result: {
        success: false,
        text: 'Add file_path.',
        error: 'INVALID_ARGS',
        issues: [{ path: '$.file_path', expected: 'present', received: 'nothing', message: 'Add it.' }],
        trace: [{ step: 'retry-hint', outcome: 'changed', note: 'one line', startedAt: 1, endedAt: 2 }],
      },
    }));
    await click(elementNamed('[role=tab]', 'Try it'));
    await click(elementNamed('button', 'Bad call'));
    await click(elementNamed('button', 'Call Read'));
    expect(tried).toHaveBeenCalledWith(
      { name: 'Read', args: expect.stringContaining('filePath') },
      expect.anything(),
      expect.any(Function),
    );
    for (const words of ['Add file_path.', 'INVALID_ARGS', '$.file_path', 'retry-hint', 'one line'])
      expect(place.textContent).toContain(words);
  });

  it('says so while the tools load, and of a tool that is not there', async () => {
    const { place } = await renderPage({}, <ContractView />);
    expect(place.textContent).toContain('loading');
    await unrenderAll();
    const { page, place: other } = await renderPage(state, <ContractView />);
    await act(async () => page.ui.getState().chooseTool('Nope'));
    expect(other.textContent).toContain('no tool called Nope');
  });
});

describe('the policy', () => {
  it('adds a rule that is one, and says what is wrong with one that is not', async () => {
    const { client, place } = await renderPage(state, <PolicyView />);
    const add = vi.spyOn(client, 'addRule');
    await type(field('input', 'New rule'), 'Edit(');
    expect(place.textContent).toContain('Not a rule.');
    await type(field('input', 'New rule'), 'Edit(src/**)');
    await click(elementNamed('button', 'Add'));
    expect(add).toHaveBeenCalledWith({ behavior: 'allow', rule: 'Edit(src/**)' }, 'everywhere');
  });

  it('removes the rule of that behaviour only', async () => {
    const rules = [
      { behavior: 'allow', rule: 'Edit', scope: 'thread' },
      { behavior: 'deny', rule: 'Edit', scope: 'everywhere' },
    ] as const;
    const { client } = await renderPage({ ...state, rules }, <PolicyView />);
    const remove = vi.spyOn(client, 'removeRule');
    await click(elementNamed('button', 'Remove allow Edit'));
    expect(remove.mock.calls).toEqual([[rules[0], 'thread']]);
    const add = vi.spyOn(client, 'addRule');
    expect(elementNamed('[role="status"]', 'Removed').textContent).toContain('Removed: Edit');
    await click(elementNamed('button', 'Undo'));
    expect(add.mock.calls.splice(0)).toEqual([[rules[0], 'thread']]);
    expect(document.body.textContent).not.toContain('Removed: Edit');
    await click(elementNamed('button', 'Keep allow Edit for every thread'));
    expect(add.mock.calls).toEqual([[rules[0], 'everywhere']]);
  });

  it('makes a dry run of the denied call that led here, and marks the check that decided', async () => {
    const call = callView({
      name: 'Write',
      phase: 'denied',
      args: '{"file_path":"a"}',
      result: { success: false, text: 'no', denial: { source: 'rule', reason: 'a rule forbids this call' } },
    });
    const both = (
      <>
        <CallCard call={call} />
        <PolicyView />
      </>
    );
    const { client } = await renderPage({ ...state, calls: [call] }, both);
    const dryRun = vi.spyOn(client, 'dryRun').mockResolvedValue({
      tool: 'Write',
      verdict: 'deny',
      checks: [
        { check: 'hard-coded', verdict: 'none', note: '' },
        { check: 'deny rules', verdict: 'deny', rule: 'Write(a)', note: 'a rule forbids this call' },
      ],
      hint: 'Say what you need it for.',
      suggestedRule: 'Write(a)',
    });
    await click(elementNamed('button', 'Why?'));
    expect(dryRun).toHaveBeenCalledWith({ name: 'Write', args: '{"file_path":"a"}' });
    const verdict = elementNamed('[role=region]', 'Verdict');
    expect(verdict.textContent).toContain(
      'When the call was made, it was denied by a rule of yours: a rule forbids this call',
    );
    expect(verdict.textContent).toContain('It would be denied.');
    expect(verdict.querySelector('[aria-current]')?.textContent).toContain('Write(a)');
  });
});

describe('the hooks', () => {
  it('are added from examples, and the pipeline says what is in it', async () => {
    const { client, place } = await renderPage(state, <HooksView />);
    const set = vi.spyOn(client, 'setToolSettings');
    const add = document.querySelector<HTMLSelectElement>('select[aria-label="Add a hook"]');
    await act(async () => {
      if (add) add.value = 'hideKeys';
      add?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(set).toHaveBeenCalledWith({ hooks: [expect.objectContaining({ event: 'PostToolUse', enabled: true })] });
    expect(place.textContent).toContain('30 a minute');
  });

  it('keeps what is not saved, and saves it whole', async () => {
    const hook = { id: 'h', name: 'Mine', event: 'Stop', source: 'return {}', enabled: false } as const;
    const settings = { ...initialClientState.toolSettings, hooks: [hook] };
    const { client, place } = await renderPage({ ...state, toolSettings: settings }, <HooksView />);
    const set = vi.spyOn(client, 'setToolSettings');
    await type(field('input', 'Name of the hook'), 'Yours');
    expect(place.textContent).toContain('not saved');
    await click(elementNamed('button', 'Save'));
    expect(set).toHaveBeenCalledWith({ hooks: [{ ...hook, name: 'Yours' }] });
  });

  it('saves no code that is none, and says why', async () => {
    const hook = { id: 'h2', name: 'Mine', event: 'Stop', source: 'return {', enabled: true } as const;
    const settings = { ...initialClientState.toolSettings, hooks: [hook] };
    const { client, place } = await renderPage({ ...state, toolSettings: settings }, <HooksView />);
    const set = vi.spyOn(client, 'setToolSettings');
    vi.spyOn(client, 'checkHook').mockResolvedValueOnce('Unexpected token');
    await type(field('input', 'Name of the hook'), 'Yours');
    await click(elementNamed('button', 'Save'));
    expect(place.querySelector('[role=alert]')?.textContent).toContain('Unexpected token');
    expect(set).not.toHaveBeenCalled();
    await type(field('input', 'Name of the hook'), 'Ours');
    expect(place.querySelector('[role=alert]')).toBeNull();
  });

  it('limit how often tools are called, once the number is one', async () => {
    const { client } = await renderPage(state, <HooksView />);
    const set = vi.spyOn(client, 'setToolSettings');
    await click(elementNamed('[role=tab]', 'Rate limits'));
    await type(field('input', 'Calls of every tool'), '0');
    await type(field('input', 'Calls of every tool'), '5');
    await type(field('input', 'Seconds of the window'), '10');
    const limits = { calls: 5, tools: {} };
    expect(set.mock.calls).toEqual([[{ limits }], [{ limits: { calls: 30, windowSeconds: 10, tools: {} } }]]);
  });

  it('show what they did in this thread, the last first', async () => {
    const entry = (at: number, step: string, note: string) => {
      const trace = [{ step, outcome: 'passed' as const, note, startedAt: at, endedAt: at }];
      return callView({ id: note, trace });
    };
    const calls = [entry(0, 'hooks', 'first'), entry(1, 'permission', 'rule'), entry(2, 'middleware', 'second')];
    const agents = [agentView({ calls: [entry(3, 'hooks', 'third')] })];
    const { page } = await renderPage({ ...state, calls, agents }, <HooksView />);
    await click(elementNamed('[role=tab]', 'Last runs'));
    const runs = elementNamed('ol', 'Runs of hooks');
    expect(
      [...runs.querySelectorAll('li')].map((row) => row.textContent?.match(/first|rule|second|third/)?.[0]),
    ).toEqual(['third', 'second', 'first']);
    await click(elementNamed('ol button', 'Read src/cart.ts'));
    expect(page.ui.getState()).toMatchObject({ selectedCall: 'third', detail: 'call', follow: false });
  });
});
