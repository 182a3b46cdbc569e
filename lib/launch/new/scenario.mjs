import { camel, keyOf, sentence } from './kind.mjs';

/** @type {import('./kind.mjs').Kind} */
export const scenario = (name) => ({
  files: {
    [`lib/scenarios/${name}.ts`]: `import { steps, type History } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

function next(history: History): ScriptedTurn {
  const [first] = steps(history);
  if (!first) return { text: '${sentence(name)}: I look first.', calls: [{ name: 'Ls', input: { path: '.' } }] };
  return { text: '${sentence(name)}: that is all there is.' };
}

/** What it teaches, in one line. */
export const ${camel(name)}: Scenario = {
  id: '${name}',
  title: '${sentence(name)}',
  summary: 'TODO(new): what a person sees and learns, in one line.',
  prompt: '${sentence(name)}: what the person says.',
  sample: 'cart',
  // The tools it cannot do without, by our names.
  needs: ['Ls'],
  next,
};
`,
    [`lib/scenarios/${name}.test.ts`]: `import { expect, it } from 'vitest';
import { ${camel(name)} } from './${name}';

it('begins with the call that it is about', () => {
  const { calls } = ${camel(name)}.next([{ role: 'user', text: ${camel(name)}.prompt }], { attempt: 1 });
  expect(calls?.map(({ name }) => name)).toEqual(['the tool it is about']);
});
`,
  },
  registries: [
    {
      path: 'lib/scenarios/registry.ts',
      lines: [
        { before: '];\n', line: `  ${camel(name)},` },
        { before: '\n/** All scenarios', line: `import { ${camel(name)} } from './${name}';` },
      ],
    },
    {
      path: 'components/messages/zh/scenarios.ts',
      lines: [
        {
          before: '};',
          line: `  ${keyOf(name)}: { title: 'TODO(new): 标题', summary: 'TODO(new): 一句话说明可以从中看到和学到什么。' },`,
        },
      ],
    },
    {
      path: 'lib/scenarios/chinese/files.ts',
      lines: [
        ['what the person says.', '用户说的话。'],
        ['I look first.', '我先看一看。'],
        ['that is all there is.', '就这些。'],
      ].map(([en, zh]) => ({ before: '};', line: `  '${sentence(name)}: ${en}': 'TODO(new)：${zh}',` })),
    },
  ],
});
