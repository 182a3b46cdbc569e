// @vitest-environment jsdom
import { startTransition, Suspense, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { LocaleContext, useText } from './use-text';

const NOTHING = (): (() => void) => () => undefined;

/** Like a dialog: it gets its messages first and then reads from the page. */
function Dialog() {
  const text = useText('settings');
  const held = useSyncExternalStore(NOTHING, () => '!');
  const [more] = useState('!');
  return (
    <p>
      {text('title')}
      {held}
      {more}
    </p>
  );
}

it('waits for messages that load later, whatever hooks come after', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const faults: unknown[] = [];
  const note = (error: unknown): void => void faults.push(error);
  const root = createRoot(place, { onUncaughtError: note, onRecoverableError: note, onCaughtError: note });
  // Fetched, so that it arrives while React is still rendering the component.
  await import('./zh/later');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  startTransition(() =>
    root.render(
      // In Chinese, since the tests load the English messages at the start.
      <LocaleContext value={{ locale: 'zh', choose: async () => undefined }}>
        <Suspense fallback="Loading">
          <Dialog />
        </Suspense>
      </LocaleContext>,
    ),
  );
  await expect.poll(() => place.textContent).toContain('!!');
  expect(faults).toEqual([]);
  root.unmount();
});
