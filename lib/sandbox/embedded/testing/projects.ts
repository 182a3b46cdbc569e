/** A small, realistic project: its files, how it is checked, and a change to it. */
export interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Shell commands whose output is the same on every machine, except for times and the project's folder. */
  readonly checks: readonly string[];
  /** A shell command that changes the sources without breaking the checks. */
  readonly change: string;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (...all: string[]): string => `${all.join('\n')}\n`;
const IGNORED = lines('node_modules/', 'dist/', 'public/');

const cli: Project = {
  name: 'cli',
  files: {
    '.gitignore': IGNORED,
    'package.json': json({
      name: 'tally',
      version: '1.0.0',
      type: 'module',
      bin: { tally: 'bin/tally.js' },
      scripts: { pretest: 'npm run -s lint', test: 'node --test', lint: 'eslint bin src' },
      dependencies: { commander: '^14.0.0', picocolors: '^1.1.0' },
      devDependencies: { '@eslint/js': '^10.0.0', eslint: '^10.0.0' },
    }),
    'eslint.config.js': lines(
      "import js from '@eslint/js';",
      "export default [js.configs.recommended, { languageOptions: { globals: { process: 'readonly', console: 'readonly' } } }];",
    ),
    'bin/tally.js': lines(
      '#!/usr/bin/env node',
      "import { readFileSync } from 'node:fs';",
      "import { program } from 'commander';",
      "import pc from 'picocolors';",
      "import { tally } from '../src/tally.js';",
      '',
      'program',
      "  .name('tally')",
      "  .argument('<file>')",
      "  .option('-t, --top <n>', 'how many', Number, 3)",
      '  .action((file, { top }) => {',
      "    for (const [word, count] of tally(readFileSync(file, 'utf8')).slice(0, top)) console.log(pc.green(String(count)), word);",
      '  })',
      '  .parse();',
    ),
    'src/tally.js': lines(
      '/** Words of a text with their counts, the most frequent first. */',
      'export function tally(text) {',
      '  const counts = new Map();',
      '  for (const word of text.toLowerCase().match(/\\p{L}+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);',
      '  return [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b));',
      '}',
    ),
    'test/tally.test.js': lines(
      "import assert from 'node:assert/strict';",
      "import { execFileSync } from 'node:child_process';",
      "import { test } from 'node:test';",
      "import { tally } from '../src/tally.js';",
      '',
      "test('counts words', () => assert.deepEqual(tally('b a B'), [['b', 2], ['a', 1]]));",
      "test('prints them', () => {",
      // At a terminal, the test runner asks the tests' own programs for colours.
      '  const env = { PATH: process.env.PATH };',
      "  const out = execFileSync('node', ['bin/tally.js', 'words.txt', '-t', '1'], { encoding: 'utf8', env });",
      "  assert.equal(out, '3 tea\\n');",
      '});',
    ),
    'words.txt': 'tea milk tea, sugar; tea milk\n',
  },
  checks: [
    'npm test',
    'node bin/tally.js words.txt',
    'node bin/tally.js --help',
    'node bin/tally.js; echo "exit $?"',
    'npm ls',
    'npx eslint --version',
  ],
  change: 'sed -i "s/ 3)/ 2)/" bin/tally.js',
};

const library: Project = {
  name: 'library',
  files: {
    '.gitignore': IGNORED,
    'package.json': json({
      name: 'slugs',
      version: '0.3.0',
      main: 'index.js',
      scripts: { test: 'mocha --reporter dot', posttest: 'echo tested' },
      dependencies: { ms: '^2.1.0' },
      devDependencies: { chai: '^6.0.0', 'fast-check': '^4.0.0', mocha: '^12.0.0' },
    }),
    'index.js': lines(
      "const ms = require('ms');",
      "exports.slug = (text) => text.normalize('NFKD').replace(/[^\\w\\s-]/g, '').trim().toLowerCase().replace(/[\\s_-]+/g, '-');",
      'exports.lasts = (text) => ms(ms(text));',
    ),
    'test/slug.js': lines(
      "const fc = require('fast-check');",
      "const { slug, lasts } = require('..');",
      '',
      "describe('slug', () => {",
      '  let expect;',
      "  before(async () => ({ expect } = await import('chai')));",
      "  it('is lower case', () => expect(slug('Crème  Brûlée!')).to.equal('creme-brulee'));",
      "  it('stays as it is when done again', () => fc.assert(fc.property(fc.string(), (text) => slug(slug(text)) === slug(text)), { seed: 7 }));",
      "  it('knows times', () => expect(lasts('2 days')).to.equal('2d'));",
      '});',
    ),
  },
  checks: [
    'npm test',
    'npx mocha --reporter json | node -p "JSON.parse(require(\'fs\').readFileSync(0)).stats.passes"',
    'npm ls --all',
    'npm pkg get version',
  ],
  change: "sed -i 's/0.3.0/0.4.0/' package.json && npm install && npm version patch --no-git-tag-version",
};

const server: Project = {
  name: 'server',
  files: {
    '.gitignore': IGNORED,
    'package.json': json({
      name: 'notes-server',
      version: '1.0.0',
      private: true,
      type: 'module',
      scripts: { start: 'node server.js', test: 'node --test' },
      dependencies: { cors: '^2.8.0', express: '^5.0.0', zod: '^4.0.0' },
    }),
    'app.js': lines(
      "import cors from 'cors';",
      "import express from 'express';",
      "import * as z from 'zod';",
      '',
      'const Note = z.object({ text: z.string().min(1) });',
      'const notes = [];',
      'export const app = express();',
      'app.use(cors(), express.json());',
      "app.get('/notes', (_, response) => response.json(notes));",
      "app.post('/notes', (request, response) => {",
      '  const note = Note.safeParse(request.body);',
      '  if (!note.success) return response.status(400).json({ error: z.prettifyError(note.error) });',
      '  response.status(201).json(notes[notes.push(note.data) - 1]);',
      '});',
    ),
    'server.js': lines(
      "import { app } from './app.js';",
      "app.listen(process.env.PORT ?? 4000, () => console.log('listening'));",
    ),
    'test/app.test.js': lines(
      "import assert from 'node:assert/strict';",
      "import { after, before, test } from 'node:test';",
      "import { app } from '../app.js';",
      '',
      'let server, url;',
      'before((_, done) => { server = app.listen(0, () => { url = `http://localhost:${server.address().port}/notes`; done(); }); });',
      'after(() => server.close());',
      "const post = (body) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });",
      '',
      "test('a note is kept', async () => {",
      "  assert.equal((await post({ text: 'tea' })).status, 201);",
      '  const answer = await fetch(url);',
      "  assert.deepEqual([await answer.json(), answer.headers.get('access-control-allow-origin')], [[{ text: 'tea' }], '*']);",
      '});',
      "test('what is no note is refused', async () => {",
      "  const answer = await post({ text: '' });",
      '  assert.equal(answer.status, 400);',
      '  assert.match((await answer.json()).error, /at text/);',
      '});',
    ),
  },
  checks: ['npm test', 'npm ls express zod', 'node -p "require(\'express/package.json\').version"'],
  change: "sed -i \"s#app.get('/notes'#app.get('/', (_, response) => response.send('notes'));\\n&#\" app.js",
};

const site: Project = {
  name: 'site',
  files: {
    '.gitignore': IGNORED,
    'package.json': json({
      name: 'site',
      version: '1.0.0',
      type: 'module',
      scripts: { build: 'node build.js', postbuild: 'node check.js', test: 'npm run build' },
      dependencies: { 'js-yaml': '^5.0.0', marked: '^18.0.0', mustache: '^4.2.0' },
    }),
    'build.js': lines(
      "import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';",
      "import * as yaml from 'js-yaml';",
      "import { marked } from 'marked';",
      "import Mustache from 'mustache';",
      '',
      "const template = readFileSync('layout.html', 'utf8');",
      "mkdirSync('public', { recursive: true });",
      "const pages = readdirSync('pages').sort().map((file) => {",
      "  const [, head, body] = /^---\\n([^]*?)---\\n([^]*)$/.exec(readFileSync(`pages/${file}`, 'utf8'));",
      "  return { ...yaml.load(head), name: file.replace('.md', '.html'), body: marked.parse(body) };",
      '});',
      'for (const page of pages) writeFileSync(`public/${page.name}`, Mustache.render(template, { ...page, pages }));',
      'console.log(`built ${pages.length} pages`);',
    ),
    'check.js': lines(
      "import { readdirSync, readFileSync } from 'node:fs';",
      "const names = readdirSync('public');",
      'const links = names.flatMap((name) => [...readFileSync(`public/${name}`, \'utf8\').matchAll(/href="([^"]+)"/g)].map(([, to]) => to));',
      'const dead = links.filter((to) => !names.includes(to));',
      'console.log(`${links.length} links, ${dead.length} dead`);',
      'process.exitCode = dead.length;',
    ),
    'layout.html': lines(
      '<!doctype html>',
      '<title>{{title}}</title>',
      '<nav>{{#pages}}<a href="{{name}}">{{title}}</a> {{/pages}}</nav>',
      '<main>{{{body}}}</main>',
    ),
    'pages/about.md': lines('---', 'title: About & more', '---', '# About', '', 'See [home](index.html).'),
    'pages/index.md': lines(
      '---',
      'title: Home',
      'tags: [a, b]',
      '---',
      '# Welcome',
      '',
      '- one',
      '- **two**',
      '',
      '```js',
      'let x = 1 < 2;',
      '```',
    ),
  },
  checks: ['npm test', 'cat public/*.html', 'npx marked -s "**bold**"'],
  change: "printf -- '---\\ntitle: News\\n---\\nNothing *new*.\\n' > pages/news.md",
};

const typescript: Project = {
  name: 'typescript',
  files: {
    '.gitignore': IGNORED,
    'package.json': json({
      name: 'typed',
      version: '1.0.0',
      scripts: {
        prebuild: 'rm -rf dist',
        build: 'sucrase src -d dist --transforms typescript,imports -q',
        pretest: 'npm run build',
        test: 'node --test dist',
      },
      dependencies: { zod: '^4.0.0' },
      devDependencies: { sucrase: '^3.35.0' },
    }),
    'tsconfig.json': json({ compilerOptions: { strict: true, module: 'commonjs', outDir: 'dist' }, include: ['src'] }),
    'src/config.ts': lines(
      "import * as z from 'zod';",
      '',
      "export enum Level { Quiet = 'quiet', Loud = 'loud' }",
      'const ConfigSchema = z.object({ level: z.enum(Level).default(Level.Quiet), port: z.coerce.number().int() });',
      'export type Config = z.infer<typeof ConfigSchema>;',
      '',
      'export class ConfigError extends Error {',
      '  constructor(readonly path: string, message: string) {',
      '    super(`${path}: ${message}`);',
      '  }',
      '}',
      '',
      'export function readConfig(env: Record<string, string | undefined>): Config {',
      '  const parsed = ConfigSchema.safeParse({ level: env.LEVEL, port: env.PORT });',
      '  if (parsed.success) return parsed.data satisfies Config;',
      '  const [issue] = parsed.error.issues;',
      "  throw new ConfigError(issue!.path.join('.'), issue!.message);",
      '}',
    ),
    'src/config.test.ts': lines(
      "import assert from 'node:assert/strict';",
      "import test from 'node:test';",
      "import { ConfigError, Level, readConfig, type Config } from './config';",
      '',
      "test('reads', () => {",
      "  const config: Config = readConfig({ PORT: '80' });",
      '  assert.deepEqual(config, { level: Level.Quiet, port: 80 });',
      '});',
      "test('refuses', () => {",
      "  assert.throws(() => readConfig({ PORT: 'x' }), (error: unknown) => error instanceof ConfigError && error.path === 'port');",
      '});',
    ),
  },
  checks: [
    'npm test',
    'cat dist/config.js',
    'LEVEL=loud PORT=1 node -p "require(\'./dist/config\').readConfig(process.env)"',
  ],
  change: "sed -i \"s/Loud = 'loud' }/Loud = 'loud', Off = 'off' }/\" src/config.ts",
};

export const PROJECTS = [cli, library, server, site, typescript];
