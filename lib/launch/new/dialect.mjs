import { camel, entryOf, sentence } from './kind.mjs';

/** @type {import('./kind.mjs').Kind} */
export const dialect = (name) => ({
  files: {
    [`lib/models/dialects/${name}.ts`]: `import { defineDialect, inElement } from './define-dialect';
import { jsonBlock } from './grammars/json-block';

/** How a call looks, and which models write it so. */
export const ${camel(name)} = defineDialect({
  name: '${name}',
  // What reads it. The others stand in grammars/; one of its own is a file there.
  grammars: [jsonBlock('tool_call')],
  rules: ['TODO(new): what a model has to know beside the example.'],
  formatCall: ({ name, arguments: args }) => \`<tool_call>\${JSON.stringify({ name, arguments: args })}</tool_call>\`,
  formatResult: ({ name }, { text }) =>
    \`<tool_response name="\${name}">\${inElement(text, 'tool_response')}</tool_response>\`,
});
`,
    [`lib/models/dialects/${name}.test.ts`]: `import { expect, it } from 'vitest';
import { ${camel(name)} } from './${name}';

const call = { name: 'get_weather', arguments: { city: 'Rome', days: 3 } };

it('writes a call as its models do', () => {
  expect(${camel(name)}.formatCall(call)).toBe('the call as a model writes it');
});

it('reads what it writes', () => {
  const parser = ${camel(name)}.createParser();
  expect([...parser.push(${camel(name)}.formatCall(call)).calls, ...parser.end().calls]).toEqual([call]);
});
`,
  },
  registries: [
    {
      path: 'lib/models/dialects/index.ts',
      lines: [
        { before: '} as const satisfies', line: `  ${entryOf(name)},` },
        { before: '\nexport type { Dialect, ', line: `import { ${camel(name)} } from './${name}';` },
      ],
    },
    {
      path: 'lib/protocol/options.ts',
      lines: [{ before: ']);\nexport type DialectName', line: `  '${name}',` }],
    },
    {
      path: 'components/state/catalogue.ts',
      lines: [{ before: "  { id: 'generic', title: ", line: `  { id: '${name}', title: '${sentence(name)}' },` }],
    },
  ],
});
