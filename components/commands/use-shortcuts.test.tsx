// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Pane } from '../elements/pane';
import { elementNamed, renderPage, unrenderAll } from '../fixtures/render';
import { useShortcuts } from './use-shortcuts';

afterEach(unrenderAll);

/** Two panes; the field in the first one captures every key, as Monaco and the terminal do. */
function Panes() {
  useShortcuts();
  return (
    <>
      <Pane name="Editor">
        <textarea
          aria-label="Greedy"
          onKeyDown={(event) => {
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </Pane>
      <Pane name="Call">Call</Pane>
      <div className="xterm">
        <textarea aria-label="Shell" />
      </div>
    </>
  );
}

async function press(init: KeyboardEventInit, field = 'Greedy'): Promise<void> {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
  await act(async () => elementNamed('textarea', field).dispatchEvent(event));
}

describe('keys in a field that takes every key', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])('%o and K open the palette', async (held) => {
    const { page } = await renderPage({}, <Panes />);
    await press({ key: 'k', ...held });
    expect(page.ui.getState().dialog).toBe('palette');
  });

  it.each([
    [{ ctrlKey: true }, null],
    [{ metaKey: true }, 'palette'],
  ])('in a terminal, %o and K open %s', async (held, dialog) => {
    const { page } = await renderPage({}, <Panes />);
    let reached = false;
    elementNamed('textarea', 'Shell').addEventListener('keydown', (event) => {
      reached = true;
      event.preventDefault();
    });
    await press({ key: 'k', ...held }, 'Shell');
    expect([page.ui.getState().dialog, reached]).toEqual([dialog, dialog === null]);
  });

  it('a key that is held does it once', async () => {
    const { page } = await renderPage({}, <Panes />);
    await press({ key: 'k', ctrlKey: true, repeat: true });
    expect(page.ui.getState().dialog).toBeNull();
  });

  it('F6 moves on to the next pane', async () => {
    await renderPage({}, <Panes />);
    elementNamed('textarea', 'Greedy').focus();
    await press({ key: 'F6' });
    expect(document.activeElement).toBe(elementNamed('section', 'Call'));
  });

  it.each([{ key: 'r' }, { key: 'b', ctrlKey: true }])('%o stays with the field', async (chord) => {
    const { page } = await renderPage({}, <Panes />);
    await press(chord);
    expect(page.ui.getState()).toMatchObject({ dialog: null, sidebar: true });
  });
});
