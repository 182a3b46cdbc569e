// @vitest-environment jsdom
import { coreTools } from '@/lib/tools/builtin';
import type { AnyTool } from '@/lib/tools/tool';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { useExactTokens } from './use-exact-tokens';

afterEach(unrenderAll);

const Shown = ({ tool }: { tool: AnyTool }) => useExactTokens(tool);

it('is asked for once there is a key, whichever came first', async () => {
  const { client, place } = await renderPage(
    {},
    coreTools.slice(0, 1).map((tool) => <Shown key={tool.name} tool={tool} />),
  );
  expect(place.textContent).toBe('');
  vi.spyOn(client, 'countTokens').mockResolvedValue({ tokens: 412, exact: true });
  await act(async () => client.store.setState({ keys: ['anthropic'] }));
  expect(place.textContent).toBe('412');
});
