// @vitest-environment jsdom
import { startTransition, Suspense, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { LocaleContext, useText } from './use-text';

const NOTHING = (): (() => void) => () => undefined;

/** As a dialog does: its messages first, what it reads from the page after. */
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
  // Fetched, so that it comes while React still has the component in its hands and renders it once more as it is.
  await import('./zh/later');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  startTransition(() =>
    root.render(
      // Chinese: the tests have the English ones from the beginning.
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
