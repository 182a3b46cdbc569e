import type { ToolKind } from '@/lib/protocol';

/** Files that a new pack starts with. */
export interface PackTemplate {
  readonly id: 'pure' | 'files' | 'edits' | 'command' | 'cli' | 'http' | 'mcp' | 'image' | 'around';
  readonly files: Readonly<Record<string, string>>;
}

const IMPORTS = `import { defineTool, type Case } from 'toolyard';
import { z } from 'zod';
`;

export const TEMPLATES: readonly PackTemplate[] = [
  {
    id: 'pure',
    files: {
      'main.ts': `${IMPORTS}
export const wordCount = defineTool({
  name: 'WordCount',
  description:
    'Counts the words and lines of a text. Use it for text you already have. Do not use it for files: read the file first.',
  kind: 'read',
  input: z.strictObject({
    text: z.string().max(100_000).describe('The text to count, up to 100,000 characters.'),
    unit: z.enum(['words', 'lines']).default('words').describe('What to count.'),
  }),
  execute({ text, unit }) {
    const parts = unit === 'words' ? text.split(/\\s+/).filter(Boolean) : text.split('\\n');
    return \`\${parts.length} \${unit}\`;
  },
});

/** Run on each save. */
export const cases: Case[] = [
  { tool: 'WordCount', input: { text: 'one two  three' }, expect: '3 words' },
  { tool: 'WordCount', input: { text: 'a\\nb', unit: 'lines' }, expect: '2 lines' },
];
`,
    },
  },
  {
    id: 'files',
    files: {
      'main.ts': `${IMPORTS}
export const findTodos = defineTool({
  name: 'FindTodos',
  description:
    'Lists the TODO comments of one file with their line numbers, 100 at most. Use it to plan what is left to do. Do not use it to search a whole project: use Grep.',
  kind: 'read',
  input: z.strictObject({ file_path: z.string().describe('The file, relative to the project or absolute.') }),
  async execute({ file_path }, context) {
    const lines = (await context.files.read(file_path)).split('\\n');
    const found = lines.flatMap((line, at) => (line.includes('TODO') ? [\`\${at + 1}: \${line.trim()}\`] : []));
    return found.length > 0 ? found.slice(0, 100).join('\\n') : \`\${file_path} has no TODO.\`;
  },
});

export const cases: Case[] = [
  {
    tool: 'FindTodos',
    input: { file_path: 'package.json' },
    calls: { Read: '{\\n  "description": "TODO"\\n}' },
    expect: '2: "description": "TODO"',
  },
  { tool: 'FindTodos', input: { file_path: 'gone.ts' }, calls: { Read: { error: 'NOT_FOUND' } }, expect: { error: 'NOT_FOUND' } },
];
`,
    },
  },
  {
    id: 'edits',
    files: {
      'main.ts': `${IMPORTS}
export const addNote = defineTool({
  name: 'AddNote',
  description:
    'Adds one dated line to the end of a notes file, and creates the file if it is not there. Do not use it to change other lines: use Edit.',
  kind: 'edit',
  input: z.strictObject({
    file_path: z.string().default('NOTES.md').describe('The notes file, relative to the project.'),
    note: z.string().min(1).max(500).describe('One line of text.'),
  }),
  async execute({ file_path, note }, context) {
    const day = new Date().toISOString().slice(0, 10);
    const line = \`- \${day}: \${note.replaceAll('\\n', ' ')}\`;
    const before = (await context.files.exists(file_path)) ? await context.files.read(file_path) : '';
    const start = before === '' || before.endsWith('\\n') ? before : \`\${before}\\n\`;
    await context.files.write(file_path, \`\${start}\${line}\\n\`);
    return \`Added to \${file_path}: \${line}\`;
  },
});

export const cases: Case[] = [
  {
    tool: 'AddNote',
    input: { note: 'Ship it' },
    calls: { Read: { error: 'NOT_FOUND' }, Write: '' },
    expect: { includes: 'Ship it' },
  },
];
`,
    },
  },
  {
    id: 'command',
    files: {
      'main.ts': `${IMPORTS}
export const runTests = defineTool({
  name: 'RunTests',
  description:
    'Runs the tests of this project and says which fail. Use it after each change. Do not use it for other commands: use Bash.',
  kind: 'execute',
  input: z.strictObject({ file: z.string().optional().describe('One test file; left out: all of them.') }),
  async execute({ file }, context) {
    const { exitCode, output } = await context.shell.run(\`node --test \${file === undefined ? '' : JSON.stringify(file)}\`);
    const lines = output.trim().split('\\n');
    const failed = lines.filter((line) => /^\\s*(not ok|✖)/.test(line));
    if (failed.length > 0) return { text: failed.join('\\n'), summary: \`\${failed.length} lines of failed tests\` };
    if (exitCode !== 0) return { text: lines.slice(-40).join('\\n'), error: 'EXECUTION_ERROR' };
    return { text: 'All tests pass.', summary: 'No test fails' };
  },
});

export const cases: Case[] = [
  { tool: 'RunTests', input: {}, calls: { Bash: 'ok 1 - adds\\nnot ok 2 - rounds' }, expect: 'not ok 2 - rounds' },
  { tool: 'RunTests', input: { file: 'a.test.js' }, calls: { Bash: 'ok 1 - adds' }, expect: 'All tests pass.' },
];
`,
    },
  },
  {
    id: 'cli',
    files: {
      'main.ts': `${IMPORTS}
/** A word that a shell reads as it is written. */
const quoted = (word: string): string => \`'\${word.replaceAll("'", "'\\\\''")}'\`;

export const compareFiles = defineTool({
  name: 'CompareFiles',
  description:
    'Shows what differs between two files, as a unified diff. Use it before one of them replaces the other. Do not use it to compare commits: use Bash with git diff.',
  kind: 'read',
  input: z.strictObject({
    old_path: z.string().min(1).describe('The older file, relative to the project or absolute.'),
    new_path: z.string().min(1).describe('The newer file, relative to the project or absolute.'),
    context_lines: z.int().min(0).max(20).default(3).describe('How many lines to show around each change.'),
  }),
  async execute({ old_path, new_path, context_lines }, context) {
    const words = ['--unified=' + context_lines, '--', old_path, new_path].map(quoted).join(' ');
    const { exitCode, output } = await context.shell.run(\`diff \${words}\`);
    // It ends with 1 where the files differ, and with 2 where it cannot compare them.
    if (exitCode > 1) return { text: \`diff failed: \${output.trim()}\`, error: 'EXECUTION_ERROR' };
    return output.trim() || 'The files are the same.';
  },
});

export const cases: Case[] = [
  {
    tool: 'CompareFiles',
    input: { old_path: 'package.json', new_path: 'README.md' },
    calls: { Bash: '-one\\n+two' },
    expect: '-one\\n+two',
  },
  {
    tool: 'CompareFiles',
    input: { old_path: 'README.md', new_path: 'README.md' },
    calls: { Bash: '' },
    expect: 'The files are the same.',
  },
];
`,
    },
  },
  {
    id: 'http',
    files: {
      'main.ts': `${IMPORTS}
export const pageTitle = defineTool({
  name: 'PageTitle',
  description: 'Says the title of a public web page. Do not use it to read the page: use WebFetch.',
  kind: 'fetch',
  input: z.strictObject({ url: z.url({ protocol: /^https?$/ }).describe('The address, beginning with https:// or http://.') }),
  async execute({ url }, context) {
    const { text } = await context.fetch(url);
    return /<title[^>]*>([^<]*)/i.exec(text)?.[1]?.trim() || 'The page has no title.';
  },
});

export const cases: Case[] = [
  {
    tool: 'PageTitle',
    input: { url: 'https://example.com/' },
    calls: { WebFetch: '<title>Example Domain</title><p>This domain …</p>' },
    expect: 'Example Domain',
  },
];
`,
    },
  },
  {
    id: 'mcp',
    files: {
      'main.ts': `${IMPORTS}
const SERVER = 'playground';

export const countOnServer = defineTool({
  name: 'CountOnServer',
  description:
    'Has an MCP server count the words of a text. Use it for text you already have. Do not use it for files: read the file first.',
  // count_words only reads. Whether the server may be called, McpCall asks.
  kind: 'read',
  input: z.strictObject({ text: z.string().min(1).describe('The text to count.') }),
  async execute({ text }, context) {
    const called = await context.call('McpCall', { server: SERVER, tool: 'count_words', input: { text } });
    if (called.ok) return called.text;
    return { text: \`\${called.text}\\nConnect the server in State, MCP servers, and call this again.\`, error: 'EXECUTION_ERROR' };
  },
});

export const cases: Case[] = [
  { tool: 'CountOnServer', input: { text: 'one two' }, calls: { McpCall: '2 words' }, expect: '2 words' },
  { tool: 'CountOnServer', input: { text: 'one two' }, expect: { error: 'EXECUTION_ERROR' } },
];
`,
    },
  },
  {
    id: 'image',
    files: {
      'main.ts': `${IMPORTS}
export const barChart = defineTool({
  name: 'BarChart',
  description: 'Draws a bar chart of up to 20 named figures as an SVG image. Do not use it for tables: write Markdown.',
  kind: 'read',
  input: z.strictObject({
    bars: z
      .array(z.strictObject({ name: z.string().describe('Below the bar.'), value: z.number().min(0).describe('Its height.') }))
      .min(1)
      .max(20)
      .describe('The bars, from left to right.'),
  }),
  execute({ bars }) {
    const most = Math.max(1, ...bars.map(({ value }) => value));
    const rects = bars.map(({ value }, index) => {
      const height = Math.round((value / most) * 90);
      return \`<rect x="\${index * 24 + 4}" y="\${95 - height}" width="16" height="\${height}" fill="#5b8def"/>\`;
    });
    const svg = \`<svg xmlns="http://www.w3.org/2000/svg" width="\${bars.length * 24 + 4}" height="100">\${rects.join('')}</svg>\`;
    return {
      text: \`A chart of \${bars.length} bars; the highest is \${most}.\`,
      content: [{ type: 'image', data: btoa(svg), mimeType: 'image/svg+xml' }],
    };
  },
});

export const cases: Case[] = [
  { tool: 'BarChart', input: { bars: [{ name: 'a', value: 2 }] }, expect: { includes: '1 bars' } },
];
`,
    },
  },
  {
    id: 'around',
    files: {
      'main.ts': `import { defineHook, defineMiddleware, type CanUseTool, type Case, type Categories } from 'toolyard';

/** Asked before a call runs: it may block it, or change what the model sent. */
export const keepLockFiles = defineHook({
  name: 'Keep lock files',
  event: 'PreToolUse',
  matcher: 'Write|Edit',
  run({ input }) {
    if (!String(input.file_path).includes('lock')) return;
    return { block: true, reason: 'Lock files are not edited by hand. Run npm install instead.' };
  },
});

/** Stands around each call: pre before it runs, post when there is a result. */
export const hideKeys = defineMiddleware({
  name: 'Hide keys',
  matcher: 'Read|Grep|Bash',
  post({ result }) {
    const output = result.text.replace(/sk-[\\w-]{8,}/g, '[a key]');
    if (output !== result.text) return { output };
  },
});

/** Decides in your place, after the deny rules; ask leaves it to the rules, the mode and you. */
export const canUseTool: CanUseTool = (tool, input) => {
  const harmless = tool === 'Bash' && /^(ls|pwd)$/.test(String(input.command));
  return harmless ? { behavior: 'allow' } : { behavior: 'ask' };
};

/** Where tools stand in the index, and what a search for tools can be narrowed to. */
export const categories: Categories = { Grep: 'research', Glob: 'research', WebSearch: 'research' };

/** Run on each save. */
export const cases: Case[] = [
  {
    hook: 'Keep lock files',
    event: { tool: 'Write', input: { file_path: 'package-lock.json' } },
    expect: { block: true },
  },
  { hook: 'Keep lock files', event: { tool: 'Write', input: { file_path: 'a.ts' } }, expect: {} },
  {
    hook: 'Hide keys',
    event: { phase: 'post', tool: 'Read', result: { success: true, text: 'key = sk-12345678' } },
    expect: { output: 'key = [a key]' },
  },
  { hook: 'canUseTool', event: { tool: 'Bash', input: { command: 'ls' } }, expect: { allow: true } },
  { hook: 'canUseTool', event: { tool: 'Bash', input: { command: 'rm a' } }, expect: {} },
];
`,
    },
  },
];

/**
 * A pack that starts as an existing tool: with its declaration under another name, a body that calls it, and a case. `good`: an
 * input that it accepts. `original`: its source, to read.
 */
export function forkOf({
  name,
  kind,
  good,
  original,
  ...form
}: ToolForm & { kind: ToolKind; good: object; original?: string | undefined }): Readonly<Record<string, string>> {
  const own = `My${name}`.slice(0, 64);
  const answer = JSON.stringify(`${name} did it.`);
  const calls = `{ ${JSON.stringify(name)}: ${answer} }`;
  const tried = `
  { tool: ${JSON.stringify(own)}, input: ${JSON.stringify(good)}, calls: ${calls}, expect: ${answer} },
`;
  return {
    'main.ts': sourceFrom({ ...form, name: own }, kind, forkBody(name, original !== undefined), tried),
    ...(original !== undefined && { 'original.md': original }),
  };
}

const forkBody = (name: string, withOriginal: boolean): string => `${
  withOriginal
    ? `
    // How ${name} does it stands in original.md.`
    : ''
}
    // It does what ${name} does: change what goes in, what comes out, or call others, too.
    const done = await context.call(${JSON.stringify(name)}, input);
    return done.ok ? done.text : { text: done.text, error: done.error };`;

/** A tool's declaration, without what it does. */
export interface ToolForm {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
}

const ECHO = `
    return \`It was called with \${JSON.stringify(input)}\`;`;

/**
 * The source of a tool with this declaration; the default body returns its input. `cases`: the source of the entries in the
 * list.
 */
export const sourceFrom = (
  { name, description, schema }: ToolForm,
  kind: ToolKind = 'other',
  body = ECHO,
  cases = '',
): string => `import { defineTool, type Case } from 'toolyard';

export const tool = defineTool({
  name: ${JSON.stringify(name)},
  description: ${JSON.stringify(description)},
  kind: ${JSON.stringify(kind)},
  input: ${JSON.stringify(schema, null, 2).replaceAll('\n', '\n  ')},
  async execute(input, context) {${body}
  },
});

export const cases: Case[] = [${cases}];
`;
