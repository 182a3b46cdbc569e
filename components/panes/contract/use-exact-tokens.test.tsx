// @vitest-environment jsdom
import { coreTools } from '@/lib/tools/builtin';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { useExactTokens } from './use-exact-tokens';

afterEach(unrenderAll);

const [tool] = coreTools;
const Shown = () => (tool ? useExactTokens(tool) : undefined);

it('is asked for once there is a key, whichever came first', async () => {
  const { client, place } = await renderPage({}, <Shown />);
  expect(place.textContent).toBe('');
  vi.spyOn(client, 'countTokens').mockResolvedValue({ tokens: 412, exact: true });
  await act(async () => client.store.setState({ keys: ['anthropic'] }));
  expect(place.textContent).toBe('412');
});
