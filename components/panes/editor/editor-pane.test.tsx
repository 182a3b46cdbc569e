// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { states } from '../../fixtures/states';
import { EditorPane } from './editor-pane';

afterEach(unrenderAll);

/** Whether the browser would ask before leaving the page. */
const asksOnLeave = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('the editor', () => {
  it('has the browser ask before unsaved text is left, and only then', async () => {
    const { page } = await renderPage(states.finished, <EditorPane />);
    expect(asksOnLeave()).toBe(false);
    await act(async () => page.ui.getState().setUnsaved('/a', true));
    expect(asksOnLeave()).toBe(true);
    await act(async () => page.ui.getState().setUnsaved('/a', false));
    expect(asksOnLeave()).toBe(false);
  });
});
