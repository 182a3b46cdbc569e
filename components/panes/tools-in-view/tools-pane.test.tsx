// @vitest-environment jsdom
import { coreTools } from '@/lib/tools/builtin';
import { defineTool } from '@/lib/tools/define-tool';
import { eraseTool } from '@/lib/tools/tool';
import { afterEach, expect, it } from 'vitest';
import { poolEntryView } from '../../fixtures/pool-entry-view';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { ToolsPane } from './tools-pane';

afterEach(unrenderAll);

it('one’s own tools come first', async () => {
  const own = eraseTool(defineTool({ name: 'Own', description: 'Mine.', execute: () => 'x' }));
  const pool = [...coreTools, own].map((tool) => poolEntryView(tool));
  const { place } = await renderPage({ pool }, <ToolsPane />);
  const names = [...place.querySelectorAll('li')].map(({ textContent }) => textContent ?? '');
  expect(names[0]).toMatch(/^Own/);
  expect(names).toHaveLength(pool.length);
});
