import { afterEach, describe, expect, it } from 'vitest';
import { createFakeServer } from '../testing/fake-server';
import { createBrowser, idle, until } from '../testing/test-tab';
import { DEFAULT_TOOL_SETTINGS } from '../settings/tool-settings';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function setUp() {
  const server = createFakeServer(() => ({ text: 'Done.' }));
  const browser = createBrowser(server);
  closing.push(browser.close);
  return { server, browser, tools: browser.tools };
}
const never = new AbortController().signal;
const args = JSON.stringify({ name: 'a.txt' });

describe('tool settings', () => {
  it('start with the defaults, and what is changed is there after a reload', async () => {
    const { browser } = setUp();
    const host = browser.tab();
    expect(host.store.getState().toolSettings).toEqual(DEFAULT_TOOL_SETTINGS);
    host.setToolSettings({ language: 'zh', writeRoots: ['src'] });
    const changed = { ...DEFAULT_TOOL_SETTINGS, language: 'zh', writeRoots: ['src'] };
    expect(host.store.getState().toolSettings).toEqual(changed);
    expect(browser.tab().store.getState().toolSettings).toEqual(changed);
  });

  it('take no figure that means nothing', () => {
    const host = setUp().browser.tab();
    host.setToolSettings({ limits: { calls: 0, tools: {} } });
    expect(host.store.getState().toolSettings.limits).toEqual(DEFAULT_TOOL_SETTINGS.limits);
  });

  it('turn tools off and on again: the next run tells the model', async () => {
    const { server, browser } = setUp();
    const host = browser.tab();
    const { pool, pipeline } = await until(host, (state) => state.pool.length > 0);
    expect(pool.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['Look', true],
      ['Change', true],
      ['Slow', true],
    ]);
    expect(pipeline.map(({ name }) => name)).toContain('permission');
    host.setToolSettings({ disabled: ['Change'] });
    expect(host.store.getState().pool.find(({ name }) => name === 'Change')).toMatchObject({
      enabled: false,
      why: 'settings',
    });
    await host.send('Go');
    await until(host, idle);
    host.setToolSettings({ disabled: [] });
    await host.send('Go on');
    await until(host, (state) => idle(state) && server.posts.length === 2);
    expect(server.posts.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ['Look', 'Slow'],
      ['Look', 'Change', 'Slow'],
    ]);
    const { phase } = await host.tryCall({ name: 'Change', args }, never);
    expect(phase).toBe('succeeded');
  });
});

describe('the tool bench', () => {
  it('adds rules that decide about calls, and runs none', async () => {
    const { browser, tools } = setUp();
    const host = browser.tab({ mode: 'default' });
    expect(await host.dryRun({ name: 'Change', args })).toMatchObject({
      tool: 'Change',
      verdict: 'ask',
      suggestedRule: 'Change',
    });
    host.addRule({ behavior: 'deny', rule: 'Change' }, 'everywhere');
    host.addRule({ behavior: 'deny', rule: 'Change' }, 'everywhere');
    expect(host.store.getState().rules).toEqual([{ behavior: 'deny', rule: 'Change', scope: 'everywhere' }]);
    const report = await host.dryRun({ name: 'Change', args });
    expect(report).toMatchObject({ verdict: 'deny' });
    expect(report.checks.at(-1)).toMatchObject({ verdict: 'deny', rule: 'Change' });
    expect((await host.dryRun({ name: 'Look', args })).verdict).toBe('allow');
    expect(tools.runs).toEqual([]);
  });

  it('takes no rule that is none, and says so', () => {
    const host = setUp().browser.tab();
    host.addRule({ behavior: 'allow', rule: 'Change(' }, 'everywhere');
    const { rules, error } = host.store.getState();
    expect([rules, error?.code]).toEqual([[], 'RULE_INVALID']);
  });

  it('says what is wrong with a call that is not valid', async () => {
    const host = setUp().browser.tab();
    const { tool, invalid } = await host.dryRun({ name: 'Look', args: '{"Name":"a"}' });
    expect([tool, invalid?.issues.length]).toEqual(['Look', expect.any(Number)]);
    expect((await host.dryRun({ name: 'Lok', args })).invalid?.text).toContain('Look');
  });

  it('runs a call in the sandbox, outside any thread', async () => {
    const { server, browser, tools } = setUp();
    const host = browser.tab();
    const { phase, result } = await host.tryCall({ name: 'Look', args }, never);
    expect([phase, result.text]).toEqual(['succeeded', 'original\n']);
    expect((await host.tryCall({ name: 'Look', args: '{' }, never)).result.error).toBe('PARTIAL_JSON');
    expect(tools.runs).toEqual(['Look a.txt']);
    expect([server.posts, host.store.getState().threadId]).toEqual([[], null]);
  });

  it('asks a person like any call, and stops with its signal', async () => {
    const { browser } = setUp();
    const host = browser.tab({ mode: 'default' });
    const asked = host.tryCall({ name: 'Change', args }, never);
    const { approvals } = await until(host, (state) => state.approvals.length === 1);
    host.decide(approvals[0]?.callId ?? '', { behavior: 'deny', reason: 'No.' });
    expect((await asked).phase).toBe('denied');

    const abort = new AbortController();
    const stopped = host.tryCall({ name: 'Change', args }, abort.signal);
    await until(host, (state) => state.approvals.length === 1);
    abort.abort();
    expect((await stopped).phase).toBe('aborted');
    expect(host.store.getState().approvals).toEqual([]);
  });
});
