import { cpSync, existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import glob from 'fast-glob';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeNew } from './new.mjs';
import { ROOT } from './root.mjs';

const TITLES = ['components/messages/en/areas/stores.ts', 'components/messages/zh/areas/stores.ts'];
const PANE_NAMES = ['components/messages/en/areas/panes.ts', 'components/messages/zh/areas/panes.ts'];
const VIEWS = ['components/messages/en/areas/store-views.ts', 'components/messages/zh/areas/store-views.ts'];
const CHINESE = 'components/messages/zh/scenarios.ts';
const CHINESE_TITLES = 'components/messages/zh/said/titles.ts';
const CHINESE_TOOLS = 'components/messages/zh/said/tools.ts';
const SCRIPTS = 'lib/scenarios/chinese/files.ts';
const FOUR_CASES = 'lib/tools/builtin/four-cases-specialist.test.ts';
const TOOLS_README = 'lib/tools/README.md';
const REGISTRIES = [
  'lib/tools/builtin/index.ts',
  'lib/scenarios/registry.ts',
  'components/panes/stores/registry.ts',
  'components/panes/registry.ts',
  'components/state/detail-panes.ts',
  ...PANE_NAMES,
  ...TITLES,
  ...VIEWS,
  CHINESE,
  CHINESE_TITLES,
  CHINESE_TOOLS,
  'lib/ports/index.ts',
  'lib/ports/ports.ts',
  'lib/tools/requirements.ts',
  'lib/stores/index.ts',
  'lib/client/ports/index.ts',
  SCRIPTS,
  FOUR_CASES,
  TOOLS_README,
  'lib/models/dialects/index.ts',
  'lib/protocol/options.ts',
  'components/state/catalogue.ts',
  'lib/models/declarations/providers/index.ts',
  'lib/protocol/keys.ts',
  'lib/server/environment.ts',
  'README.md',
];

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toolyard-new-'));
  for (const path of REGISTRIES) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    cpSync(join(ROOT, path), join(root, path));
  }
  mkdirSync(join(root, 'lib/tools/builtin/files'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @param {string} path */
const text = (path) => readFileSync(join(root, path), 'utf8');

it('leaves no mark in the repository where something is still to be written', () => {
  const files = glob.sync('{components,lib}/**/*.{ts,tsx}', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(2000);
  expect(files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('TODO(new)'))).toEqual([]);
});

describe('a new part', () => {
  it.each([
    [
      'tool',
      'word-count',
      'text',
      'lib/tools/builtin/text/word-count.ts',
      REGISTRIES[0],
      ['eraseTool(wordCount),', "from './text/word-count'"],
    ],
    [
      'scenario',
      'two-tools',
      undefined,
      'lib/scenarios/two-tools.ts',
      REGISTRIES[1],
      ['  twoTools,', "from './two-tools'"],
    ],
    [
      'dialect',
      'big-blocks',
      undefined,
      'lib/models/dialects/big-blocks.ts',
      'lib/models/dialects/index.ts',
      ["  'big-blocks': bigBlocks,", "from './big-blocks'"],
    ],
    [
      'provider',
      'far-away',
      undefined,
      'lib/models/declarations/providers/far-away.ts',
      'lib/models/declarations/providers/index.ts',
      ["  'far-away': farAway,", "from './far-away'"],
    ],
    [
      'pane',
      'call-graph',
      undefined,
      'components/panes/call-graph/call-graph-view.tsx',
      'components/panes/registry.ts',
      ["id: 'call-graph', name: 'Call-graph'"],
    ],
    ['store', 'notes', undefined, 'components/panes/stores/notes/notes-view.tsx', REGISTRIES[2], ["id: 'notes'"]],
    [
      'port',
      'shared-notes',
      undefined,
      'lib/ports/shared-notes.ts',
      'lib/ports/ports.ts',
      ['  sharedNotes: SharedNotesStore;\n}', "from './shared-notes'"],
    ],
  ])('%s %s: a file, a test and its lines', (kind, name, topic, file, registry, lines) => {
    const paths = makeNew(root, kind, name, topic);
    expect(paths).toHaveLength(
      { tool: 7, scenario: 5, pane: 6, store: 7, port: 8, dialect: 5, provider: 6 }[kind] ?? 0,
    );
    expect(paths[0]).toBe(file);
    expect(paths[1]).toMatch(/\.test\.tsx?$/);
    for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true);
    for (const line of lines) expect(text(registry).split(line), line).toHaveLength(2);
  });

  it('is a dialect that a person may choose', () => {
    makeNew(root, 'dialect', 'big-blocks');
    expect(text('lib/protocol/options.ts')).toContain("  'big-blocks',\n]);\nexport type DialectName");
    expect(text('components/state/catalogue.ts').split('DIALECTS')[1]).toContain(
      "  { id: 'big-blocks', title: 'Big blocks' },\n",
    );
  });

  it('is a provider with a key of its own', () => {
    makeNew(root, 'provider', 'far-away');
    expect(text('lib/protocol/keys.ts')).toMatch(/KEYED_PROVIDERS = \[.+, 'far-away'\s*\] as const/s);
    expect(text('lib/server/environment.ts')).toContain('  FAR_AWAY_API_KEY: z.string().optional(),\n}');
    expect(text('README.md').split('## Settings')[1]).toContain(
      '| `FAR_AWAY_API_KEY` | the same for Far away |\n| `HTTPS_PROXY`',
    );
  });

  it('is a port that each thread opens, whose name a tool can need', () => {
    makeNew(root, 'port', 'shared-notes');
    expect(text('lib/tools/requirements.ts')).toContain("  sharedNotes: 'TODO(new): shared notes',\n} as const");
    expect(text('lib/client/ports/index.ts')).toMatch(/THREAD_PORTS[^\]]+\[\][^\]]+ {2}openSharedNotes,\n\];/);
  });

  it('has its title among the messages of each language', () => {
    makeNew(root, 'store', 'shared-notes');
    for (const [path, title] of [
      [TITLES[0], 'Shared notes'],
      [TITLES[1], 'TODO(new): 标题'],
    ])
      expect(text(path ?? '')).toContain(`  'shared-notes': '${title}',\n}`);
    for (const path of VIEWS) expect(text(path)).toMatch(/\n {2}sharedNotesNone: '.+',\n}/);
  });

  it('says which tools its scenario needs', () => {
    makeNew(root, 'scenario', 'two-tools');
    const called = /name: '(\w+)'/.exec(text('lib/scenarios/two-tools.ts'))?.[1];
    expect(text('lib/scenarios/two-tools.ts')).toContain(`  needs: ['${called}'],\n`);
  });

  it('of the kind scenario has a Chinese line for each text that it says', () => {
    makeNew(root, 'scenario', 'two-tools');
    const said = text('lib/scenarios/two-tools.ts').matchAll(/(?:text|prompt): ('.+?')/g);
    const lines = [...said].map(([, words]) => text(SCRIPTS).split(`\n  ${words}: '`).length);
    expect(lines).toEqual([2, 2, 2]);
  });

  it('has its Chinese title among those of the scenarios', () => {
    makeNew(root, 'scenario', 'two-tools');
    expect(text(CHINESE)).toMatch(/\n {2}'two-tools': { title: .+ },\n};/);
  });

  it('of the kind tool imports its neighbours as such, and has two lines to translate', () => {
    makeNew(root, 'tool', 'of-the-test', 'files');
    expect(text('lib/tools/builtin/files/of-the-test.ts')).toContain("from './path-subject'");
    expect(text(CHINESE_TITLES)).toMatch(/\n {2}\['Of the test: \{0\}', .+\],\n\];/);
    expect(text(CHINESE_TOOLS)).toMatch(/\n {2}\['OfTheTest', .+\],\n\];/);
  });

  it('of the kind tool has its four cases, and its name as the last of the built-in ones', () => {
    makeNew(root, 'tool', 'of-the-test', 'files');
    expect(text(FOUR_CASES)).toMatch(/\n {2}OfTheTest: \{\n[^}]+\},\n[^]+\n {2}\},\n\}\);\n$/);
    expect(text(TOOLS_README)).toMatch(/\nBuilt-in: [^\n]+`, `OfTheTest`\.\n/);
  });

  it.each([
    ['nothing', 'x', undefined, /Usage/],
    ['constructor', 'x', undefined, /Usage/],
    ['tool', 'WordCount', undefined, /kebab case/],
    ['tool', undefined, undefined, /Usage.*\n.*There are .*files/],
    ['tool', 'x_y', undefined, /kebab case/],
    ['tool', 'x', '../up', /topic/],
    ['tool', 'x', undefined, /npm run new tool x <topic>\. There are .*files/],
  ])('is refused: %s %s %s', (kind, name, topic, message) => {
    expect(() => makeNew(root, kind, name, topic)).toThrow(message);
  });

  it('overwrites nothing', () => {
    makeNew(root, 'scenario', 'two-tools');
    const before = text(REGISTRIES[1]);
    expect(() => makeNew(root, 'scenario', 'two-tools')).toThrow(/is there already/);
    expect(text(REGISTRIES[1])).toBe(before);
    makeNew(root, 'tool', 'of-the-test', 'files');
    expect(() => makeNew(root, 'tool', 'of-the-test', 'shell')).toThrow(/choose another name/);
    expect(existsSync(join(root, 'lib/tools/builtin/shell/of-the-test.ts'))).toBe(false);
  });
});
