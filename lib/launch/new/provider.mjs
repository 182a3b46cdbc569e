import { camel, entryOf, sentence } from './kind.mjs';

/** The environment variable of a provider's key. @param {string} name */
const variable = (name) => `${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;

/** @type {import('./kind.mjs').Kind} */
export const provider = (name) => ({
  files: {
    [`lib/models/declarations/providers/${name}.ts`]: `import { defineProvider, price } from './provider';

/** Whose models these are. */
export const ${camel(name)} = defineProvider({
  title: '${sentence(name)}',
  // Whose API it speaks.
  wire: 'openai',
  url: 'https://api.${name}.example/v1',
  // The default first; each has a price below.
  names: ['${name}-large'],
  // The one that is cheap enough to read a web page.
  smallModel: '${name}-large',
  // The text syntax for calls that its models know best, of lib/models/dialects; 'generic' if nobody has said.
  dialect: 'generic',
  keyHint: 'sk-…',
  keyVariable: '${variable(name)}',
  pricing: {
    source: 'https://${name}.example/pricing',
    asOf: '${new Date().toISOString().slice(0, 10)}',
    // US dollars per million tokens: input, output.
    prices: { '${name}-large': price(0, 0) },
  },
});
`,
    [`lib/models/declarations/providers/${name}.test.ts`]: `import { expect, it } from 'vitest';
import { costOf } from '../../prices';
import { ${camel(name)} } from './${name}';

it('is asked where it is', () => {
  expect(new URL(${camel(name)}.url).hostname).not.toMatch(/\\.example$/);
});

it.each(${camel(name)}.names)('%s costs what its price list says', (model) => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 0 };
  expect(costOf(model, usage)).toBeGreaterThan(0);
});
`,
  },
  registries: [
    {
      path: 'lib/models/declarations/providers/index.ts',
      lines: [
        { before: '} as const satisfies', line: `  ${entryOf(name)},` },
        { before: "import type { Provider } from './provider'", line: `import { ${camel(name)} } from './${name}';` },
      ],
    },
    {
      path: 'lib/protocol/keys.ts',
      lines: [{ before: '] as const;\nexport type KeyedProvider', line: `, '${name}'` }],
    },
    {
      path: 'lib/server/environment.ts',
      lines: [
        { before: '} satisfies Readonly<Record<KeyVariable', line: `  ${variable(name)}: z.string().optional(),` },
      ],
    },
    {
      path: 'README.md',
      lines: [{ before: '| `HTTPS_PROXY`', line: `| \`${variable(name)}\` | the same for ${sentence(name)} |` }],
    },
  ],
});
