import { expect, it } from 'vitest';
import { TEMPLATES } from './templates';
import { calledIn, usesIn } from './uses';

const of = (text: string) => usesIn({ files: { 'main.ts': text } });

it('a template says what it uses', () => {
  expect(Object.fromEntries(TEMPLATES.map(({ id, files }) => [id, usesIn({ files })]))).toEqual({
    pure: [],
    files: ['files'],
    edits: ['files'],
    command: ['shell'],
    cli: ['shell'],
    http: ['fetch'],
    mcp: ['call'],
    image: [],
    around: ['hooks'],
  });
});

it.each([
  ['context.files.read(a)', ['files']],
  ['({ a }, { files, shell: { run } }) => 1', ['files', 'shell']],
  ['`it is ${await context.fetch(url)}`', ['fetch']],
  ["`it's` + context.shell.run('ls')", ['shell']],
  ['// context.shell\n/* .files */ \'context.fetch\' + "a.call"', []],
  ["context['shell'].run('rm -rf .')", ['shell']],
  ["const f = context; f.files.read('a')", ['files']],
  ['const quote = /["\'`]/; context.fetch(url)', ['fetch']],
  ['const half = a / b; context.fetch(url); c / d', ['fetch']],
  ["context[port].run('ls')", ['files', 'shell', 'fetch', 'call']],
  ['use({ ...context })', ['files', 'shell', 'fetch', 'call']],
  ["Reflect.get(context, 'sh' + 'ell')", ['files', 'shell', 'fetch', 'call']],
  ['lines[at] + words[0]', []],
  ['export const canUseTool = () => 1', ['hooks']],
])('%s uses %j', (text, uses) => expect(of(text)).toEqual(uses));

it('what is not code uses nothing', () => {
  expect(usesIn({ files: { 'README.md': 'context.files', 'a.json': '{"x": ".shell"}' } })).toEqual([]);
});

it.each(["'\\", '/*', '`${', '"\\"', "'\\'"])('half a million characters of %s are read at once', (piece) => {
  expect(of(piece.repeat(500_000 / piece.length))).toEqual([]);
});

it('names the tools that it calls, each once, and says where it works a name out', () => {
  const called = (text: string) => calledIn({ files: { 'main.ts': text } });
  expect(called("c.call('Grep', {}); c.call(\"McpCall\"); c.call('Grep')")).toEqual({
    names: ['Grep', 'McpCall'],
    others: false,
  });
  expect(called('async ({ a }, { call }) => call(`Glob`, a)')).toEqual({ names: ['Glob'], others: false });
  expect(called('c.call(name, {})')).toEqual({ names: [], others: true });
  expect(called('const recall = (name) => name; recall(name)')).toEqual({ names: [], others: false });
});
