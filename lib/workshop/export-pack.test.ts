import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, expect, it } from 'vitest';
import { createNodeCodeRunner } from '@/lib/sandbox/code-runner/testing/node-code-runner';
import { buildWorkshop } from './build.mjs';
import { compilePack } from './compile';
import { exportPack, PACK_EXPORTS, zipOf } from './export-pack';
import { PackSchema, type Pack } from './pack';
import { TEMPLATES } from './templates';

const ROOT = join(import.meta.dirname, '../..');
const HOOK_TYPES = readFileSync(join(import.meta.dirname, 'runtime/hooks.d.ts'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'pack-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All templates as one pack, and a file in a folder that two files import. */
const pack: Pack = {
  toolyardPack: 1,
  name: 'every-template',
  files: {
    ...Object.fromEntries(TEMPLATES.map(({ id, files }) => [`${id}.ts`, files['main.ts'] ?? ''])),
    'lib/twice.ts': 'export const twice = (text: string): string => text + text;\n',
    'lib/echo.ts': `import { defineTool } from 'toolyard';
import { twice } from './twice';

export const echo = defineTool({
  name: 'Echo',
  description: 'Says a text twice.',
  kind: 'read',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  execute: ({ text }) => twice(String(text)),
});
`,
  },
};

async function compiled() {
  await buildWorkshop(folder);
  const runtime = readFileSync(join(folder, 'workshop-runtime.js'), 'utf8');
  const made = await compilePack(pack, runtime, createNodeCodeRunner(), new AbortController().signal);
  if (!made.ok) throw new Error(JSON.stringify(made.faults));
  return made.pack;
}

it('a pack is taken away with its source, compiles in strict TypeScript, and its tools do what they did', async () => {
  const own = await compiled();
  for (const { id } of PACK_EXPORTS) expect(Object.keys(exportPack(id, pack, own, HOOK_TYPES)), id).not.toEqual([]);
  const [file = ''] = Object.values(exportPack('toolyard-pack', pack, own, HOOK_TYPES));
  expect(PackSchema.parse(JSON.parse(file))).toEqual(pack);

  const project = join(folder, pack.name);
  for (const [path, bytes] of Object.entries(
    unzipSync(zipOf(exportPack('ai-sdk', pack, own, HOOK_TYPES), pack.name)),
  )) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(join(folder, path), bytes);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'), 'junction');
  const source = readFileSync(join(project, 'src/toolyard.ts'), 'utf8');
  expect(source).not.toMatch(/\bany\b/);
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: project, encoding: 'utf8' });
  expect([tsc.stdout, tsc.stderr]).toEqual(['', '']);
  const call = (name: string, input: object) => {
    const args = ['dist/main.js', name, JSON.stringify(input)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
    return stdout + stderr;
  };
  expect(call('WordCount', { text: 'one two' })).toBe('2 words\n');
  expect(call('Echo', { text: 'a' })).toBe('aa\n');
  expect(call('WordCount', { text: 3 })).toMatch(/text|expected string/);
  expect(call('CountOnServer', { text: 'a' })).toContain('McpCall is a tool of Toolyard');
  // The files and the shell are those of Node.
  expect(call('AddNote', { file_path: 'notes/today.md', note: "it's TODO $HOME" })).toMatch(
    /^Added to notes\/today\.md/,
  );
  expect(call('AddNote', { file_path: 'notes/today.md', note: 'two' })).toContain('two');
  expect(readFileSync(join(project, 'notes/today.md'), 'utf8')).toMatch(/^- \S+: it's TODO \$HOME\n- \S+: two\n$/);
  expect(call('FindTodos', { file_path: 'notes/today.md' })).toMatch(/^1: - \S+: it's TODO \$HOME\n$/);
  expect(call('FindTodos', { file_path: 'gone' })).toContain('ENOENT');
  writeFileSync(
    join(project, 'sum.test.js'),
    "import test from 'node:test';\ntest('adds', () => { throw new Error('no'); });\n",
  );
  expect(call('RunTests', { file: 'sum.test.js' })).toMatch(/not ok 1 - adds|✖ adds/);
});
