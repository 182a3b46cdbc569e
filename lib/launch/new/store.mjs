import { camel, keyOf, pascal, sentence } from './kind.mjs';

/** @type {import('./kind.mjs').Kind} */
export const store = (name) => ({
  files: {
    [`components/panes/stores/${name}/${name}-view.tsx`]: `'use client';

import { EmptyNote } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useText } from '../../../messages/use-text';
import { useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';

/** What the store holds, as it is now. */
export default function ${pascal(name)}View() {
  const text = useText('storeViews');
  // The port that it shows: npm run new port ${name} writes one of this name.
  const entries = useObserved(useClientState((state) => state.ports.${camel(name)})) ?? [];
  if (entries.length === 0) return <EmptyNote>{text.rich('${camel(name)}None', TAGS)}</EmptyNote>;
  return <p className="p-3">{entries.length}</p>;
}
`,
    [`components/panes/stores/${name}/${name}-view.test.tsx`]: `// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { renderPage, unrenderAll } from '../../../fixtures/render';
import ${pascal(name)}View from './${name}-view';

afterEach(unrenderAll);

it('says which tool writes here, while it is empty', async () => {
  const { place } = await renderPage({}, <${pascal(name)}View />);
  expect(place.textContent).toMatch(/./);
  expect(place.textContent).not.toContain('TODO');
});
`,
  },
  registries: [
    {
      path: 'components/panes/stores/registry.ts',
      lines: [
        {
          before: '];\n',
          line: `  { id: '${name}', load: () => import('./${name}/${name}-view') },`,
        },
      ],
    },
    ...['en', 'zh'].map((language) => ({
      path: `components/messages/${language}/areas/stores.ts`,
      lines: [{ before: '}', line: `  ${keyOf(name)}: '${language === 'en' ? sentence(name) : 'TODO(new): 标题'}',` }],
    })),
    ...Object.entries({
      en: 'Nothing yet. The agent writes it with <code>TODO(new)</code>.',
      zh: '尚无内容。Agent 用 <code>TODO(new)</code> 写入。',
    }).map(([language, words]) => ({
      path: `components/messages/${language}/areas/store-views.ts`,
      lines: [{ before: '}', line: `  ${camel(name)}None: '${words}',` }],
    })),
  ],
});
