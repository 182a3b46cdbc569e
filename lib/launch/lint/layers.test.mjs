import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { refusal } from './allowed.mjs';
import { AREAS } from './areas.mjs';

describe('refusal', () => {
  it.each([
    ['lib/tools/registry.ts', '@/lib/ports'],
    ['lib/tools/registry.ts', './tool'],
    ['lib/tools/builtin/files/read.ts', '../../tool'],
    ['lib/models/scripted.ts', './forms/catalogue'],
    ['lib/threads/sqlite/index.ts', 'libsql'],
    ['lib/server/caller.ts', 'node:crypto'],
    ['lib/sandbox/embedded/node/assert.ts', 'assert'],
    ['lib/sandbox/embedded/build.mjs', 'node:fs'],
    ['components/panes/files/files.tsx', 'react'],
    ['app/api/agent/route.ts', '@/lib/server'],
    ['app/api/agent/route.ts', 'next/server'],
    ['proxy.ts', 'next/server'],
    ['lib/tools/registry.test.ts', '@/lib/sandbox/contract/native-sandbox'],
    ['lib/sandbox/contract/native-sandbox.ts', 'node:fs'],
  ])('%s may import %s', (file, specifier) => {
    expect(refusal(file, specifier)).toBeUndefined();
  });

  it.each([
    ['lib/protocol/fold.ts', '@/lib/ports', 'lib/protocol may not import lib/ports'],
    ['lib/protocol/fold.ts', '../ports', 'lib/protocol may not import lib/ports'],
    ['lib/tools/registry.ts', '../sandbox/embedded', 'lib/tools may not import lib/sandbox'],
    ['lib/tools/registry.ts', '@/components/screens', 'lib/tools may not import components'],
    ['lib/tools/registry.ts', '@/lib/tools/tool', 'lib/tools imports its own files relatively'],
    ['lib/tools/registry.ts', 'react', 'react is for'],
    ['lib/tools/registry.ts', 'next/server', 'next is for'],
    ['lib/tools/registry.ts', 'node:fs', 'also runs in a browser'],
    ['lib/tools/registry.ts', 'fs', 'also runs in a browser'],
    ['lib/agent/run.ts', 'node:crypto', 'also runs in a browser'],
    ['lib/agent/run.ts', '@/lib/threads/sqlite', 'lib/agent may not import lib/threads/sqlite'],
    ['lib/threads/memory.ts', 'libsql', 'libsql is for'],
    ['lib/client/executor/tool-executor.ts', '@/lib/threads', 'lib/client may not import lib/threads'],
    ['lib/client/executor/tool-executor.ts', '@/lib/models', 'lib/client may not import lib/models'],
    ['lib/agent/run.ts', '@/lib/sandbox', 'lib/agent may not import lib/sandbox'],
    ['lib/scenarios/index.ts', '@anthropic-ai/sdk', '@anthropic-ai/sdk is for'],
    ['components/panes/editor.tsx', '@/lib/agent', 'components may not import lib/agent'],
    ['app/page.tsx', '@/lib/client', 'app may not import lib/client'],
    ['app/api/agent/route.ts', '@/lib/threads', 'app/api may not import lib/threads'],
    ['lib/tools/registry.ts', '@/lib/elsewhere/x', 'is in no area'],
    ['lib/elsewhere/x.ts', '@/lib/tools', 'is in no area'],
    ['lib/tools/registry.ts', 'left-pad', 'left-pad is not declared in package.json'],
    ['lib/tools/registry.test.ts', '@scope/left-pad/file.js', '@scope/left-pad is not declared in package.json'],
  ])('%s may not import %s', (file, specifier, reason) => {
    expect(refusal(file, specifier)).toContain(reason);
  });
});

describe('the table', () => {
  it('names only areas that exist in it', () => {
    const named = Object.entries(AREAS).flatMap(([name, area]) => (name === 'e2e' ? [] : area.may));
    expect(named.filter((name) => !(name in AREAS))).toEqual([]);
  });

  it('has no circle between areas', () => {
    const done = new Set();
    /** @param {string} name @param {string[]} trail */
    const visit = (name, trail) => {
      if (trail.includes(name)) throw new Error([...trail, name].join(' → '));
      if (done.has(name) || !(name in AREAS)) return;
      for (const next of AREAS[name].may) visit(next, [...trail, name]);
      done.add(name);
    };
    for (const name of Object.keys(AREAS)) visit(name, []);
    expect(done.size).toBe(Object.keys(AREAS).length);
  });

  it('has a row for every folder of lib', () => {
    const folders = readdirSync('lib', { recursive: true, encoding: 'utf8' })
      .map((path) => path.split(sep))
      .filter((parts) => parts.length > 1)
      .map(([folder]) => `lib/${folder}`);
    expect([...new Set(folders)].filter((folder) => !(folder in AREAS))).toEqual([]);
  });
});

describe('oxlint with our configuration', () => {
  /** @type {string[]} */
  const made = [];
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
  });

  /** Lints a project of these files. @param {Record<string, string>} files */
  function lint(files) {
    const root = mkdtempSync(join(tmpdir(), 'toolyard-lint-'));
    made.push(root);
    for (const path of ['node_modules', 'tsconfig.json', '.oxlintrc.json', 'lib/launch']) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync(resolve(path), join(root, path));
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const run = spawnSync(process.execPath, ['node_modules/oxlint/bin/oxlint', ...Object.keys(files)], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status: run.status, output: run.stdout + run.stderr };
  }

  it.each([
    ['an import', `import { a } from '@/lib/sandbox';\nexport const b = a;\n`],
    ['a re-export', `export { a } from '../sandbox';\n`],
    ['a dynamic import', `export const load = () => import('../sandbox');\n`],
    ['a type', `export type A = import('../sandbox').A;\n`],
  ])('fails on a forbidden import, written as %s', (_, text) => {
    const { status, output } = lint({
      'lib/tools/x.ts': text,
      'lib/sandbox/index.ts': 'export const a = 1;\nexport type A = 1;\n',
    });
    expect(output).toContain('lib/tools may not import lib/sandbox');
    expect(status).toBe(1);
  });

  it.each([
    ['text', '<p>Hello there</p>'],
    ['a name', '<input aria-label="Hello there" />'],
    ['one text or another', "<p>{x ? 'Hello' : there}</p>"],
    ['a text with a hole', '<p title={`Hello ${x}`} />'],
  ])('fails on %s that is in no catalogue', (_, jsx) => {
    const { status, output } = lint({
      'components/panes/settings/x.tsx': `export const X = ({ x, there }: { x: string; there: string }) => <div>{there}${jsx}</div>;\n`,
    });
    expect(output).toContain('belongs into components/messages');
    expect(status).toBe(1);
  });

  it.each([
    ['a table', `export const TABLE = [{ id: 'a', name: 'Hide keys' }];\n`],
    ['a message', `export const say = (name: string): string => \`A part did not load: \${name}\`;\n`],
    ['Chinese', `export const TITLE = '隐藏';\n`],
  ])('fails on %s of texts beside the components', (_, text) => {
    const { status, output } = lint({ 'components/panes/settings/x.ts': text });
    expect(output).toContain('belongs into components/messages');
    expect(status).toBe(1);
  });

  it.each([
    [
      'keys, ids and brands',
      `export const TABLE = [{ id: 'hideKeys', title: 'JSON: Hermes, Qwen', tone: 'text-ok w-4' }];\n`,
    ],
    ['types', `export type Name = 'Tools of it';\n`],
    [
      'what developers are told',
      `export function f(): void {\n  throw new Error('A field stands outside its form.');\n}\n`,
    ],
  ])('passes %s there', (_, text) => {
    expect(lint({ 'components/panes/settings/x.ts': text }).output).toContain('Found 0 warnings and 0 errors');
  });

  it('fails on a promise nobody waits for', () => {
    const { status, output } = lint({ 'lib/tools/x.ts': 'export function f(): void {\n  Promise.resolve(1);\n}\n' });
    expect(output).toContain('no-floating-promises');
    expect(status).toBe(1);
  });

  it('fails on a circle of imports', () => {
    const { status, output } = lint({
      'lib/tools/x.ts': `import { y } from './y';\nexport const x = (): number => y();\n`,
      'lib/tools/y.ts': `import { x } from './x';\nexport const y = (): number => x();\n`,
    });
    expect(output).toContain('no-cycle');
    expect(status).toBe(1);
  });

  it('passes what is allowed', () => {
    const { status, output } = lint({
      'lib/tools/x.ts': `import { a } from '../ports';\n\nexport const b = a;\n`,
      'lib/ports/index.ts': 'export const a = 1;\n',
    });
    expect(output).toContain('Found 0 warnings and 0 errors');
    expect(status).toBe(0);
  });
});
