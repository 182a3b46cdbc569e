import { camel, pascal } from './kind.mjs';

/** @type {import('./kind.mjs').Kind} */
// oxlint-disable-next-line max-lines-per-function -- a table of files
export const port = (name) => ({
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
      lines: [
        {
          before: '} as const satisfies Partial',
          line: `  ${camel(name)}: 'TODO(new): ${name.replaceAll('-', ' ')}',`,
        },
      ],
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
