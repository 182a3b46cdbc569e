import { camel, pascal, sentence } from './kind.mjs';

/** @type {import('./kind.mjs').Kind} */
// oxlint-disable-next-line max-lines-per-function -- a table of files
export const tool = (name, topic = '') => ({
  files: {
    [`lib/tools/builtin/${topic}/${name}.ts`]: `import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { needSandbox, readTextFile, resolvePath } from '../../files';
import { pathSubject } from '${topic === 'files' ? '.' : '../files'}/path-subject';

const input = z.strictObject({
  file_path: z.string().min(1).describe('TODO(new): what this field means to a model, with an example.'),
});

export const ${camel(name)} = defineTool({
  name: '${pascal(name)}',
  description:
    'TODO(new): what it does. Use it where no other tool does the same. Do not use it for what another tool does better. After ' +
    'NOT_FOUND look for the file with Glob.',
  kind: 'read',
  // One of TOOL_CATEGORIES.
  category: 'filesystem',
  tier: 'specialist',
  source: 'builtin',
  // The ports it needs. Without them it answers STORE_UNAVAILABLE.
  capabilities: ['sandbox'],
  input,
  titleFor: ({ file_path }) => \`${sentence(name)}: \${file_path}\`,
  ruleSubject: ({ file_path }, context) => pathSubject(context, file_path),
  async execute({ file_path }, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    const resolved = await resolvePath(context.value, file_path);
    if (!resolved.ok) return resolved.failure;
    // Throws once the call is aborted. Other work asks toolContext.signal.throwIfAborted() before it goes on.
    const file = await readTextFile(context.value, resolved.value.path, file_path);
    if (!file.ok) return file.failure;
    return { text: file.value.text, summary: 'TODO(new): one line for people' };
  },
});
`,
    [`lib/tools/builtin/${topic}/${name}.test.ts`]: `import { afterEach, beforeEach, expect, it } from 'vitest';
import { eraseTool } from '../../tool';
import { createBench, type Bench } from '../../testing/bench';
import { ${camel(name)} } from './${name}';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench([eraseTool(${camel(name)})]);
});
afterEach(() => bench.sandbox.dispose());

it('does what its description says', async () => {
  await bench.write('a.txt', 'one\\n');
  const { result } = await bench.call('${pascal(name)}', { file_path: 'a.txt' });
  expect(result.text).toBe('what a model should read');
});
`,
  },
  registries: [
    {
      path: 'lib/tools/builtin/index.ts',
      lines: [
        { before: '];\n\n/** All built-in tools', line: `  eraseTool(${camel(name)}),` },
        { before: '\n/** The core tier', line: `import { ${camel(name)} } from './${topic}/${name}';` },
      ],
    },
    {
      path: 'components/messages/zh/said/titles.ts',
      lines: [{ before: '];', line: `  ['${sentence(name)}: {0}', 'TODO(new)：{0}'],` }],
    },
    {
      path: 'components/messages/zh/said/tools.ts',
      lines: [{ before: '];', line: `  ['${pascal(name)}', 'TODO(new): 用一句话说明它做什么。'],` }],
    },
    {
      path: 'lib/tools/builtin/four-cases-specialist.test.ts',
      lines: [
        {
          before: '});',
          line: `  ${pascal(name)}: {
    arrange: (bench) => bench.write('a.txt', 'one\\n'),
    input: { file_path: 'a.txt' },
    wrong: [{ file_path: '' }, '$.file_path'],
    deny: '${pascal(name)}(*.txt)',
    over: { never: 'TODO(new): say why it is always short; where it is not, a call whose output is too long' },
  },`,
        },
      ],
    },
    {
      path: 'lib/tools/README.md',
      lines: [{ before: '.\n\n## Use it without the page', line: `, \`${pascal(name)}\``, end: '' }],
    },
  ],
});
