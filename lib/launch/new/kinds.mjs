/**
 * What is written for a new part of each kind.
 *
 * @typedef {{ before: string, line: string, end?: string }} Line goes before the last place of `before`; `end` is a new line if left out
 * @typedef {{ path: string, lines: Line[] }} Registry
 * @typedef {(name: string, topic?: string) => { files: Record<string, string>, registries: Registry[] }} Kind
 */

/** @param {string} name */
const pascal = (name) => name.replace(/(^|-)([a-z0-9])/g, (_, __, first) => first.toUpperCase());
/** @param {string} name */
const camel = (name) => pascal(name).replace(/^./, (first) => first.toLowerCase());
/** @param {string} name */
const sentence = (name) => name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());

/** @type {Kind} */
const tool = (name, topic = '') => ({
  files: {
    [`lib/tools/builtin/${topic}/${name}.ts`]: `import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { needSandbox, readTextFile, resolvePath } from '../../files';
import { pathSubject } from '${topic === 'files' ? '.' : '../files'}/path-subject';

const input = z.strictObject({
  file_path: z.string().min(1).describe('What this field means to a model, with an example.'),
});

export const ${camel(name)} = defineTool({
  name: '${pascal(name)}',
  description:
    'What it does. Use it where no other tool does the same. Do not use it for what another tool does better. After ' +
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
    return { text: file.value.text, summary: 'one line for people' };
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
      lines: [{ before: '];', line: `  ['${sentence(name)}: {0}', '标题：{0}'],` }],
    },
    {
      path: 'components/messages/zh/said/tools.ts',
      lines: [{ before: '];', line: `  ['${pascal(name)}', '用一句话说明它做什么。'],` }],
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
    over: { never: 'say why it is always short; where it is not, a call whose output is too long' },
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

/** A name as the key of an object. @param {string} name */
const keyOf = (name) => (name.includes('-') ? `'${name}'` : name);

/** @type {Kind} */
const scenario = (name) => ({
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
  summary: 'What a person sees and learns, in one line.',
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
        { before: '};', line: `  ${keyOf(name)}: { title: '标题', summary: '一句话说明可以从中看到和学到什么。' },` },
      ],
    },
    {
      path: 'lib/scenarios/chinese/files.ts',
      lines: [
        ['what the person says.', '用户说的话。'],
        ['I look first.', '我先看一看。'],
        ['that is all there is.', '就这些。'],
      ].map(([en, zh]) => ({ before: '};', line: `  '${sentence(name)}: ${en}': '${sentence(name)}：${zh}',` })),
    },
  ],
});

/** @type {Kind} */
const store = (name) => ({
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
  expect(place.textContent).not.toContain('YourTool');
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
      lines: [{ before: '}', line: `  ${keyOf(name)}: '${language === 'en' ? sentence(name) : '标题'}',` }],
    })),
    ...Object.entries({
      en: 'Nothing yet. The agent writes it with <code>YourTool</code>.',
      zh: '尚无内容。Agent 用 <code>YourTool</code> 写入。',
    }).map(([language, words]) => ({
      path: `components/messages/${language}/areas/store-views.ts`,
      lines: [{ before: '}', line: `  ${camel(name)}None: '${words}',` }],
    })),
  ],
});

/** @type {Kind} */
const port = (name) => ({
  files: {
    [`lib/ports/${name}.ts`]: `import type { Observed } from './observed';

/** One entry, as a tool writes it. */
export interface ${pascal(name)}Entry {
  readonly text: string;
}

/** What is kept, for whom, in which order. */
export interface ${pascal(name)}Store extends Observed<readonly ${pascal(name)}Entry[]> {
  /** Adds an entry at the end. */
  add(entry: ${pascal(name)}Entry): Promise<void>;
}
`,
    [`lib/stores/${name}.test.ts`]: `import { expect, it } from 'vitest';
import { createMemoryStore } from './database';
import { open${pascal(name)}Store } from './${name}';

it('keeps what a tool writes, for each thread', async () => {
  const table = createMemoryStore();
  await (await open${pascal(name)}Store(table, 't1')).add({ text: 'one' });
  expect((await open${pascal(name)}Store(table, 't2')).value).toEqual([]);
  expect((await open${pascal(name)}Store(table, 't1')).value).toEqual(['what it should keep']);
});
`,
    [`lib/stores/${name}.ts`]: `import type { ${pascal(name)}Entry, ${pascal(name)}Store } from '@/lib/ports';
import { z } from 'zod';
import type { KeyValue } from './database';
import { openPersisted } from './persisted';

const EntriesSchema = z.array(z.object({ text: z.string() }));

/** What is kept, in this browser. \`owner\` is the thread. */
export async function open${pascal(name)}Store(table: KeyValue, owner: string): Promise<${pascal(name)}Store> {
  const kept = await openPersisted<readonly ${pascal(name)}Entry[]>(table, \`${name}:\${owner}\`, EntriesSchema, []);
  return {
    get value() {
      return kept.value;
    },
    subscribe: kept.subscribe,
    add: (entry) => kept.set([...kept.value, entry]),
  };
}
`,
  },
  registries: [
    {
      path: 'lib/ports/index.ts',
      lines: [{ before: "export * from './worktrees';", line: `export * from './${name}';` }],
    },
    {
      path: 'lib/ports/ports.ts',
      lines: [
        { before: '}', line: `  ${camel(name)}: ${pascal(name)}Store;` },
        { before: '\n/** Every port', line: `import type { ${pascal(name)}Store } from './${name}';` },
      ],
    },
    {
      path: 'lib/tools/requirements.ts',
      lines: [{ before: '} as const satisfies Partial', line: `  ${camel(name)}: '${name.replaceAll('-', ' ')}',` }],
    },
    {
      path: 'lib/stores/index.ts',
      lines: [{ before: "export * from './todos';", line: `export * from './${name}';` }],
    },
    {
      path: 'lib/client/ports/index.ts',
      lines: [
        { before: '];\n\n/** Ports of a conversation', line: `  open${pascal(name)},` },
        {
          before: '/** Ports that every thread of this page',
          line: `/** What is kept for the thread's agent. */
const open${pascal(name)} = async ({ tables, threadId }: ThreadDependencies): Promise<MorePorts> => ({
  ${camel(name)}: await open${pascal(name)}Store(tables.threads, threadId),
});
`,
        },
        {
          before: '\n/** The cache of recently read files',
          line: `import { open${pascal(name)}Store } from '@/lib/stores/${name}';`,
        },
      ],
    },
  ],
});

/** @type {Kind} */
const dialect = (name) => ({
  files: {
    [`lib/models/dialects/${name}.ts`]: `import { defineDialect, inElement } from './define-dialect';
import { jsonBlock } from './grammars/json-block';

/** How a call looks, and which models write it so. */
export const ${camel(name)} = defineDialect({
  name: '${name}',
  // What reads it. The others stand in grammars/; one of its own is a file there.
  grammars: [jsonBlock('tool_call')],
  rules: ['What a model has to know beside the example.'],
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
        { before: '} as const satisfies', line: `  ${name.includes('-') ? `'${name}': ${camel(name)}` : name},` },
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

/** The environment variable of a provider's key. @param {string} name */
const variable = (name) => `${name.toUpperCase().replaceAll('-', '_')}_API_KEY`;

/** @type {Kind} */
const provider = (name) => ({
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
        { before: '} as const satisfies', line: `  ${name.includes('-') ? `'${name}': ${camel(name)}` : name},` },
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

/** @type {Record<string, Kind>} */
export const KINDS = { tool, scenario, store, port, dialect, provider };
