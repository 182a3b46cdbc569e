// @vitest-environment jsdom
import type { PoolEntryView } from '@/lib/client/tool-state';
import { coreTools } from '@/lib/tools/builtin';
import { defineTool } from '@/lib/tools/define-tool';
import { eraseTool } from '@/lib/tools/tool';
import { afterEach, expect, it } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
import { ToolsPane } from './tools-pane';

afterEach(unrenderAll);

it('one’s own tools come first', async () => {
  const own = eraseTool(defineTool({ name: 'Own', description: 'Mine.', execute: () => 'x' }));
  const pool: PoolEntryView[] = [...coreTools, own].map((tool) => ({
    tool,
    name: tool.name,
    kind: tool.kind,
    source: tool.source,
    enabled: true,
  }));
  const { place } = await renderPage({ pool }, <ToolsPane />);
  const names = [...place.querySelectorAll('li')].map(({ textContent }) => textContent ?? '');
  expect(names[0]).toMatch(/^Own/);
  expect(names).toHaveLength(pool.length);
});
