// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import { focusPane } from '../../state/focus-pane';
import { diffTab, fileTab } from '../../state/ui';
import { EditorPane } from './editor-pane';

// What is shown is what there is before it has loaded.
vi.mock('./tab-content', () => new Promise(() => undefined));

afterEach(unrenderAll);

/** Whether the browser would ask before leaving the page. */
const asksOnLeave = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('the editor', () => {
  it('shows its guide until a person folds it or opens a file, whatever the agent does', async () => {
    const steps = (): boolean => document.querySelector('ol') !== null;
    const { page } = await renderPage(states.finished, <EditorPane />);
    for (const open of [true, false, true]) {
      expect(steps()).toBe(open);
      const button = elementNamed('button', 'What you will see');
      expect(button.getAttribute('aria-expanded')).toBe(String(open));
      await act(async () => button.click());
    }
    await act(async () => page.ui.getState().followTab(diffTab('c', '/b')));
    expect(document.body.textContent).not.toContain('What you will see');
    expect(page.ui.getState().editorFolded).toBe(true);
    await act(async () => page.ui.getState().openTab(fileTab('/a')));
    expect(page.ui.getState().editorFolded).toBe(false);
  });

  it('has the browser ask before unsaved text is left, and only then', async () => {
    const { page } = await renderPage(states.finished, <EditorPane />);
    expect(asksOnLeave()).toBe(false);
    await act(async () => page.ui.getState().setUnsaved('/a', true));
    expect(asksOnLeave()).toBe(true);
    await act(async () => page.ui.getState().setUnsaved('/a', false));
    expect(asksOnLeave()).toBe(false);
  });

  it('keeps nothing of a tab that is closed before its editor has come', async () => {
    const { page } = await renderPage(states.finished, <EditorPane />);
    const tab = fileTab('/a');
    await act(async () => page.ui.getState().openTab(tab));
    await act(async () => page.ui.getState().setUnsaved('/a', true));
    await act(async () => page.ui.getState().closeTab(tab.id));
    expect(asksOnLeave()).toBe(false);
  });

  it('has a field for what is typed before the text of a file is there', async () => {
    const { page } = await renderPage(states.finished, <EditorPane />);
    await act(async () => page.ui.getState().openTab(fileTab('/a')));
    focusPane('Editor');
    const field = elementNamed('textarea', 'a');
    expect(document.activeElement).toBe(field);
  });
});
