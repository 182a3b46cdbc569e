import { keyOf, pascal, sentence } from './kind.mjs';

/** @type {import('./kind.mjs').Kind} */
export const pane = (name) => ({
  files: {
    [`components/panes/${name}/${name}-view.tsx`]: `'use client';

import { useClientState } from '../../state/page-context';

/** What it shows, as it is now. */
export default function ${pascal(name)}View() {
  const calls = useClientState((state) => state.calls);
  return <p className="p-3">{calls.length}</p>;
}
`,
    [`components/panes/${name}/${name}-view.test.tsx`]: `// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { renderPage, unrenderAll } from '../../fixtures/render';
import ${pascal(name)}View from './${name}-view';

afterEach(unrenderAll);

it('shows what it is for', async () => {
  const { place } = await renderPage({}, <${pascal(name)}View />);
  expect(place.textContent).toBe('what a person should see');
});
`,
  },
  registries: [
    {
      path: 'components/panes/registry.ts',
      lines: [
        {
          before: '];\n\n/** Whether a person works',
          line: `  { id: '${name}', name: '${title(name)}', key: 'TODO(new): a free key', load: () => import('./${name}/${name}-view') },`,
        },
      ],
    },
    { path: 'components/state/detail-panes.ts', lines: [{ before: '] as const;', line: `  '${name}',` }] },
    ...['en', 'zh'].map((language) => ({
      path: `components/messages/${language}/areas/panes.ts`,
      lines: [
        { before: '}', line: `  ${keyOf(title(name))}: '${language === 'en' ? sentence(name) : 'TODO(new): 标题'}',` },
      ],
    })),
  ],
});

/** The name of its section: its id with a capital letter. @param {string} name */
const title = (name) => name.replace(/^./, (first) => first.toUpperCase());
