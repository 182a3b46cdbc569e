// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { FirstScreen } from './first-screen';

afterEach(unrenderAll);

it.each([
  [{ chosen: 'embedded', phase: 'booting' }, 'Embedded, in this tab', true],
  [{ chosen: 'webcontainer', phase: 'booting' }, 'WebContainer', false],
  [{ chosen: 'webcontainer', phase: 'failed' }, 'WebContainer', false],
  [{ chosen: 'auto', phase: 'booting' }, 'Automatic', false],
  [{ chosen: 'auto', phase: 'ready', kind: 'embedded' }, 'Embedded, in this tab', true],
  [{ chosen: 'auto', phase: 'ready', kind: 'webcontainer' }, 'WebContainer', false],
] as const)('names the sandbox that runs, or the chosen one: %o', async (sandbox, named, offline) => {
  const { place } = await renderPage({ sandbox: { why: '', processes: 0, ...sandbox } }, <FirstScreen />);
  const rows = [...place.querySelectorAll('dt')].map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  expect(rows).toContain(`Sandbox: ${named}`);
  expect(place.textContent?.includes('No key, no network.')).toBe(offline);
});
