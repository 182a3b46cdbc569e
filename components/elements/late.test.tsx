// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { createRoot, type Root } from 'react-dom/client';
import { ErrorBoundary } from './error-boundary';
import { late } from './late';

let root: Root | undefined;
afterEach(() => root?.unmount());

/** Draws an element as a page does: without `act`, which would wait for whatever React has put off. */
function draw(element: React.ReactNode): HTMLElement {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(element);
  return place;
}

it('draws a part with the promise that brings it: no task comes between in which a key could go first', async () => {
  let end = (): void => undefined;
  const usePart = late(() => new Promise<{ word: string }>((done) => (end = () => done({ word: 'here' }))));
  const Shown = () => <p>{usePart()?.word ?? 'not yet'}</p>;
  const place = draw(<Shown />);
  await vi.waitFor(() => expect(place.textContent).toBe('not yet'));
  await new Promise((done) => setTimeout(done));
  end();
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(place.textContent).toBe('here');
});

it('leaves it to the boundary around it to say that a part could not be loaded', async () => {
  const usePart = late(() => Promise.reject(new Error('away')));
  const Shown = () => <p>{usePart() === undefined ? 'not yet' : 'here'}</p>;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const place = draw(
    <ErrorBoundary what="The part">
      <Shown />
    </ErrorBoundary>,
  );
  await vi.waitFor(() => expect(place.textContent).toContain('The part'));
});
