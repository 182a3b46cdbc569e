// @vitest-environment jsdom
import { coreTools } from '@/lib/tools/builtin';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { agentView } from '../../fixtures/agent-view';
import { callView } from '../../fixtures/call-view';
import { poolEntryView } from '../../fixtures/pool-entry-view';
import { elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import { CallPane } from './call-pane';

vi.mock('../../elements/monaco', () => ({
  CodeView: ({ text, markers }: { text: string; markers: readonly unknown[] }) => (
    <pre aria-label={`${markers.length} markers`}>{text}</pre>
  ),
}));

beforeAll(async () => void (await import('./call-inspector')));
afterEach(unrenderAll);

const click = (element: HTMLElement): Promise<void> => act(async () => element.click());
const headings = (): string[] =>
  [...document.querySelectorAll('[aria-label="Outcome"] h3')].map(({ textContent }) => textContent ?? '');

const pool = coreTools.map((tool) => poolEntryView(tool));

describe('the life of a call', () => {
  it('of a refused one begins with its issues, marked in its arguments', async () => {
    await renderPage(states.issues, <CallPane />);
    expect(headings().slice(0, 2)).toEqual(['Issues', 'What the model was told']);
    expect(elementNamed('pre', '2 markers').textContent).toContain('"Path"');
    expect(document.body.textContent).toContain('The arguments do not match the tool’s schema');
  });

  it('of another begins with its result, and has its change', async () => {
    await renderPage(states.finished, <CallPane />);
    expect(headings()).toEqual(['Result, as the model reads it', 'Change', 'Permission, hooks and limits', 'Timings']);
  });

  it.each([
    ['Run the tests', 'BashRun the tests'],
    ['Bash: node --test', 'Bash: node --test'],
  ])('whose title is “%s” says whose it is', async (title, words) => {
    await renderPage({ calls: [callView({ name: 'Bash', title, phase: 'running' })] }, <CallPane />);
    expect(document.querySelector('p:has(b)')?.textContent).toContain(words);
  });

  it('says what it waits for', async () => {
    await renderPage(states.approval, <CallPane />);
    expect(document.body.textContent).toContain('Waiting for you: Edit changes a file.');
  });

  it.each([
    ['before it ran', { queuedAt: 1, startedAt: 5, endedAt: 5 }, 'It was stopped before it ran.'],
    ['while it ran', { queuedAt: 1, startedAt: 2, endedAt: 5 }, 'The permission mode allowed it.'],
  ])('says what was decided about a call that was stopped %s', async (_, timings, words) => {
    const result = { success: false, text: 'Stopped.', error: 'ABORTED' } as const;
    await renderPage({ calls: [callView({ phase: 'aborted', timings, result })] }, <CallPane />);
    expect(document.body.textContent).toContain(words);
  });

  it.each([
    ['of a call that was made', states.issues, 'Try again with these arguments', '"Path"'],
    ['of one that still waits', states.approval, 'Try these arguments yourself', '"file_path"'],
  ])('takes tool and arguments along to where they are tried: %s', async (_, state, words, argument) => {
    const { page } = await renderPage({ ...state, pool }, <CallPane />);
    await click(elementNamed('button', words));
    expect(page.ui.getState()).toMatchObject({ detail: 'contract', contractTool: 'Edit' });
    expect(page.ui.getState().draft?.args).toContain(argument);
  });

  it('leads to the code of a tool of a person’s own', async () => {
    const [first] = pool;
    if (!first) throw new Error('There is a tool.');
    const own = { ...first, tool: { ...first.tool, pack: 'my-tools' } };
    for (const entry of [first, own]) {
      await renderPage({ calls: [callView({ name: first.name, phase: 'succeeded' })], pool: [entry] }, <CallPane />);
      const links = [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
      const expected = [['Open its code', `/workshop?pack=my-tools&tool=${first.name}`]];
      expect(links).toEqual(entry === own ? expected : []);
      await unrenderAll();
    }
  });

  it.each([
    ['Bash(node:*)', 'always, by the rule Bash(node:*)', true],
    ['Bash', 'always, by the rule Bash(node:*)', false],
    ['Bash', 'Allowed by Bash.', true],
  ])('offers to take back the rule %s where a note says “%s”: %s', async (rule, note, offered) => {
    const trace = [{ step: 'permission', outcome: 'passed', note, startedAt: 0, endedAt: 0 } as const];
    const call = callView({ name: 'Bash', phase: 'succeeded', trace });
    const rules = [{ behavior: 'allow', rule, scope: 'thread' } as const];
    const { client } = await renderPage({ calls: [call], rules }, <CallPane />);
    const remove = vi.spyOn(client, 'removeRule');
    const revoke = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Revoke');
    expect(revoke !== undefined).toBe(offered);
    if (!revoke) return;
    await click(revoke);
    expect(remove).toHaveBeenCalledWith(rules[0], 'thread');
    const add = vi.spyOn(client, 'addRule');
    await act(async () => client.store.setState({ rules: [] }));
    await click(elementNamed('button', 'Undo'));
    expect(add).toHaveBeenCalledWith(rules[0], 'thread');
  });
});

describe('the list of calls', () => {
  it('leads to the last invalid call, of whichever agent', async () => {
    const issue = { path: '$.a', expected: 'string', received: '1', message: 'Give a string.' };
    const faulty = callView({ id: 'agent-1/c1', phase: 'invalid', issues: [issue] });
    const { page } = await renderPage({ ...states.finished, agents: [agentView({ calls: [faulty] })] }, <CallPane />);
    await click(elementNamed('[aria-label="Calls to list"] button', 'invalid'));
    expect(page.ui.getState().selectedCall).toBe('agent-1/c1');
    expect(headings()[0]).toBe('Issues');
  });
});
