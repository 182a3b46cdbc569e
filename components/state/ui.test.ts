import { describe, expect, it } from 'vitest';
import { createUi, diffTab, fileTab } from './ui';

const ids = (ui: ReturnType<typeof createUi>) => ui.getState().tabs.map(({ id }) => id);

describe('editor tabs', () => {
  it('one preview replaces the one before it', () => {
    const ui = createUi();
    ui.getState().openTab(fileTab('/a'), true);
    ui.getState().openTab(diffTab('c1', '/a'), true);
    expect(ids(ui)).toEqual(['diff:c1']);
  });

  it('keeps a preview that was opened on purpose', () => {
    const ui = createUi();
    ui.getState().openTab(fileTab('/a'), true);
    ui.getState().openTab(fileTab('/a'));
    ui.getState().openTab(fileTab('/b'), true);
    expect(ids(ui)).toEqual(['file:/a', 'file:/b']);
  });

  it('keeps a preview once it has unsaved text', () => {
    const ui = createUi();
    ui.getState().openTab(fileTab('/a'), true);
    ui.getState().setUnsaved('/a', true);
    ui.getState().openTab(fileTab('/b'), true);
    expect(ids(ui)).toEqual(['file:/a', 'file:/b']);
  });

  it('what a person opens is seen where the details had the column, what the agent shows takes it from nobody', () => {
    const ui = createUi({ tall: 'details' });
    ui.getState().followTab(fileTab('/a'));
    expect([ids(ui), ui.getState().tall]).toEqual([['file:/a'], 'details']);
    ui.getState().openTab(fileTab('/b'), true);
    expect([ids(ui), ui.getState().tall]).toEqual([['file:/b'], null]);
  });

  it.each([
    ['the active one', 'file:/b', 'file:/c'],
    ['another', 'file:/a', 'file:/b'],
  ])('closing %s leaves the right one active', (_, closed, active) => {
    const ui = createUi();
    for (const path of ['/a', '/b', '/c']) ui.getState().openTab(fileTab(path));
    ui.getState().openTab(fileTab('/b'));
    ui.getState().closeTab(closed);
    expect(ui.getState().activeTab).toBe(active);
  });

  it('asks before it closes one with unsaved text, and closes another at once', () => {
    const ui = createUi();
    for (const path of ['/a', '/b']) ui.getState().openTab(fileTab(path));
    ui.getState().setUnsaved('/a', true);
    ui.getState().askToClose('file:/a');
    ui.getState().askToClose('file:/b');
    expect(ids(ui)).toEqual(['file:/a']);
    expect(ui.getState()).toMatchObject({ dialog: 'unsaved', closing: 'file:/a' });
  });

  it('another thread takes all but unsaved text', () => {
    const ui = createUi();
    for (const path of ['/a', '/b']) ui.getState().openTab(fileTab(path));
    ui.getState().setUnsaved('/a', true);
    ui.getState().reset();
    expect(ids(ui)).toEqual(['file:/a']);
    expect(ui.getState().activeTab).toBe('file:/a');
  });

  it('closing the last one leaves none active', () => {
    const ui = createUi();
    ui.getState().openTab(fileTab('/a'));
    ui.getState().closeTab('file:/a');
    expect(ui.getState()).toMatchObject({ tabs: [], activeTab: null });
  });
});

describe('following', () => {
  it.each([
    ['stores', true, 'call'],
    ['stores', false, 'stores'],
    ['call', true, 'call'],
  ] as const)('from %s, %s, shows %s', (detail, follow, shown) => {
    const ui = createUi({ detail, follow: !follow });
    ui.getState().setFollow(follow);
    expect(ui.getState()).toMatchObject({ follow, detail: shown });
  });

  it('is over once a person has chosen a call, which is shown', () => {
    const ui = createUi({ detail: 'terminal' });
    ui.getState().selectCall('call-1');
    expect(ui.getState()).toMatchObject({ follow: false, detail: 'call', selectedCall: 'call-1' });
  });

  it('goes on while a person looks at another pane', () => {
    const ui = createUi();
    ui.getState().showDetail('terminal');
    ui.getState().followCall('call-2');
    expect(ui.getState()).toMatchObject({ follow: true, detail: 'terminal', selectedCall: 'call-2' });
  });

  it('a run of another thread is followed without leaving the pane a person chose', () => {
    const ui = createUi();
    ui.getState().showStore('tasks');
    ui.getState().reset();
    expect(ui.getState()).toMatchObject({ follow: true, detail: 'stores' });
  });
});

describe('a call to be tried', () => {
  it('takes its tool and its arguments along, until another tool is chosen', () => {
    const ui = createUi();
    const call = { name: 'Edit', args: '{"Path":"a"}' };
    ui.getState().tryCall(call);
    expect(ui.getState()).toMatchObject({ detail: 'contract', contractTool: 'Edit', draft: call });
    ui.getState().openContract('Edit');
    expect(ui.getState()).toMatchObject({ detail: 'contract', contractTool: 'Edit', draft: null });
    ui.getState().openContract('Edit', call.args);
    expect(ui.getState()).toMatchObject({ detail: 'contract', draft: { ...call, later: true } });
  });
});

describe('terminal', () => {
  it('stays open once it was shown', () => {
    const ui = createUi();
    ui.getState().showDetail('terminal');
    ui.getState().showDetail('call');
    expect(ui.getState().terminalOpened).toBe(true);
  });
});
