// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { elementNamed, renderPage, unrenderAll } from '../../../fixtures/render';
import { ServerTools } from './server-tools';

afterEach(unrenderAll);

const tool = (name: string, more: object = {}) => ({
  name,
  pooledName: `mcp__far__${name}`,
  description: `Does ${name}.`,
  readOnlyHint: false,
  trusted: false,
  ...more,
});

it('shows every tool, with trust for those that can be used and the whole reason for those that cannot', async () => {
  const trust = vi.fn(async () => undefined);
  const tools = [tool('dig'), tool('hole', { unusable: 'Its form is none.' })];
  const { place } = await renderPage({}, <ServerTools server="far" tools={tools} mcp={{ trust }} />);
  expect([...place.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'digDoes dig.may change thingsTrust',
    'holeNot in the pool: Its form is none.',
  ]);
  expect(place.querySelector('[title="Its form is none."]')).not.toBeNull();
  await act(async () => elementNamed('button', 'Trust dig').click());
  expect(trust).toHaveBeenCalledWith('far', 'dig', true);
});
