import { RULES, lint } from '@/lib/tools/lint';
import { CHECKS } from '@/lib/tools/permissions/decide';
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript-5';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineHook, defineMiddleware } from '@/lib/workshop/runtime/define-hook';
import { defineTool } from '@/lib/workshop/runtime/define-tool';
import { EXAMPLES } from '@/components/panes/hooks/examples';
import { forkOf, TEMPLATES } from '@/lib/workshop/templates';
import { builtinTools } from '@/lib/tools/builtin';
import { examplesOf } from '@/components/panes/contract/example-args';
import { DescriptionSchema, PackSchema } from '@/lib/workshop/pack';
import { thrownMessage } from '@/lib/workshop/runtime/modules';
import { lookUpIn } from '../../look-up';
import { SAID } from '.';

const HAN = /\p{Script=Han}/u;
const { text: inChinese, title: titleInChinese } = SAID;

it('says a text by its English, with what is particular to it; what it does not know stays', () => {
  const say = lookUpIn([
    ['Use {0}.', '用 {0}。'],
    ['Use {0} (not {1}).', '用 {0}，不用 {1}。'],
    ['Done.', '完成。'],
  ]);
  expect(['Done.', 'Use $1.', 'Use a\nb (not c).', 'done'].map(say)).toEqual([
    '完成。',
    '用 $1。',
    '用 a\nb，不用 c。',
    'done',
  ]);
});

it.each(RULES.map((rule) => [rule.id, rule] as const))(
  '%s is told in Chinese, with its reason and its fixes',
  (_, rule) => {
    expect(inChinese(rule.why)).toMatch(HAN);
    const found = rule.bad.flatMap((tool) => rule.check(tool, rule.bad));
    expect(found).not.toEqual([]);
    for (const { message, fix } of found) {
      expect(inChinese(message)).toMatch(HAN);
      if (fix) expect(inChinese(fix.title)).toMatch(HAN);
    }
  },
);

const DesignSchema = z.looseObject({
  name: z.string(),
  description: z.string().default(''),
  inputSchema: z.record(z.string(), z.unknown()),
});
const EntrySchema = z.union([
  z.object({ tool: DesignSchema }).transform(({ tool }) => [tool]),
  z.object({ tools: z.array(DesignSchema) }).transform(({ tools }) => tools),
]);

it.each(['bad-tools', 'good-tools'])('so is whatever is found in %s', (file) => {
  const text = readFileSync(`lib/tools/lint/testing/${file}.json`, 'utf8');
  const tools = z.array(EntrySchema).parse(JSON.parse(text)).flat();
  const messages = lint(tools).flatMap(({ message, fix }) => [message, ...(fix ? [fix.title] : [])]);
  expect(messages).not.toEqual([]);
  expect(messages.filter((message) => !HAN.test(inChinese(message)))).toEqual([]);
});

it('the checks of permissions are listed', () => {
  const source = ['decide', 'consult'].map((file) => readFileSync(`lib/tools/permissions/${file}.ts`, 'utf8')).join('');
  const said = [...source.matchAll(/\b(?:none|allow|ask)\(\s*'([^']+)'/g)].map(([, text = '']) => text);
  expect(said.length).toBeGreaterThan(CHECKS.length);
  expect(said.filter((text) => !HAN.test(inChinese(text)))).toEqual([]);
});

it('so is what happens to files and to the sandbox', () => {
  const problems = [
    ...readFileSync('lib/client/workspace/workspace.ts', 'utf8').matchAll(/^const [A-Z_]+ =\s+'([^']{30,})';/gm),
    ...readFileSync('lib/sandbox/embedded/page/embedded-sandbox.ts', 'utf8').matchAll(/^const LOST =\s+'([^']+)';/gm),
  ].map(([, text = '']) => text);
  expect(problems).toHaveLength(5);
  expect(problems.filter((text) => !HAN.test(inChinese(text)) && !HAN.test(inChinese(`${text} why`)))).toEqual([]);
});

it('so is that a message is too long', () => {
  const [, text = ''] = /(This message is too long[^`]+)/.exec(readFileSync('lib/server/body.ts', 'utf8')) ?? [];
  expect(inChinese(text.replace(/\$\{.+?\}/, '16'))).toBe('消息过长，无法发送：一次运行最多携带 16 MB。');
});

it('so is what a call of each built-in tool is called where a person is asked about it', () => {
  // What the model itself writes stays as it is.
  const free = new Set(['Agent', 'AskUser', 'TodoWrite']);
  const titles = builtinTools.flatMap((tool) => {
    const { good } = examplesOf(tool);
    const title = tool.titleFor?.(good);
    const isWritten = free.has(tool.name) || Object.values(good).includes(title);
    return title === undefined || isWritten ? [] : [title];
  });
  expect(titles.length).toBeGreaterThan(45);
  expect(titles.filter((title) => !HAN.test(titleInChinese(title)))).toEqual([]);
  expect(titleInChinese('Edit src/a.ts in 2 steps')).toBe('分 2 步编辑 src/a.ts');
});

it('so is why a call failed: what the built-in tools say in English alone', () => {
  const texts = sourcesOf('lib/tools/builtin').flatMap(failuresIn);
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => !HAN.test(SAID.failure(text)))).toEqual([]);
});

const sourcesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/test|summaries/.test(path))
    .map((path) => `${folder}/${path}`);

/** The texts of failures in a file as they might be said; those that come from elsewhere are left out. */
function failuresIn(path: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^fail(ed|ure)$/.test(node.expression.getText())) {
      const text = node.arguments[1] && sample(node.arguments[1]);
      if (text && /[a-z] [a-z]/i.test(text)) found.push(text.split('\n', 1)[0] ?? '');
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

/** What a text may be like at run time: its variable parts are `$`, and of two texts the first is said. */
function sample(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((part) => sample(part.expression) + part.literal.text).join('');
  if (ts.isBinaryExpression(node)) return sample(node.left) + sample(node.right);
  if (ts.isConditionalExpression(node)) return sample(node.whenTrue);
  // The names of other tools are advice, which not every system has.
  return ts.isCallExpression(node) && node.expression.getText() === 'naming' ? '' : '$';
}

it.each([
  ['note', 'more than 3 calls of Read a minute; free again in 20 s', 'Read 每分钟最多调用 3 次；20 秒后可再用'],
  ['note', 'PreToolUse 不增加新的包: nothing to say', 'PreToolUse 不增加新的包：未表态'],
  ['note', 'PreToolUse a: changed the arguments; log: b: c', 'PreToolUse a：修改了参数；日志：b: c'],
  ['note', 'PreToolUse a: blocked (not: b)', 'PreToolUse a：已拦截（not: b）'],
  ['note', 'mode: It only reads.', 'mode：它只读取。'],
  ['note', 'left out 128,908 characters in the middle', '省略了中间的 128,908 个字符'],
  ['note', 'mine: what a person wrote; more', 'mine: what a person wrote; more'],
  ['told', 'Why?\n\n(Said by the schedule: the job "Report".)', 'Why?\n\n（由定时任务“Report”发送）'],
  [
    'told',
    'Done.\n\n[agent-1: 3 turns, 1 call, 58585 tokens. To go on with it, call Agent with resume "agent-1".]',
    'Done.\n\n[agent-1：3 轮，1 次调用，58585 token。如需继续，以 resume "agent-1" 调用 Agent。]',
  ],
  [
    'told',
    'Done.\n\n[a: 1 turn, 0 calls, 1 token. Its changes are in the worktree w/a, on the branch b.]',
    'Done.\n\n[a：1 轮，0 次调用，1 token。改动位于工作树 w/a，分支 b。]',
  ],
  ['failure', 'one of read, words', 'read, words 之一'],
  [
    'text',
    '“A” needs something X does not have: Plan, new folders of FileWrite. “B” can be played with it.',
    '“A”需要 X 没有的能力：Plan、FileWrite 自动新建目录。可以改用“B”。',
  ],
  ['lack', 'new folders of FileWrite', 'FileWrite 自动新建目录'],
  ['failure', '127.0.0.1 is not a public address. Use another.', '127.0.0.1 不是公网地址。'],
  ['failure', 'F failed: TypeError: x. Change its body with ToolUpdate.', 'F 执行失败：TypeError: x。'],
] as const)('so is a %s: %s', (what, english, chinese) => {
  expect(SAID[what](english)).toBe(chinese);
});

it('so is what each built-in tool does, and each comment of a hook or pack to begin with', () => {
  expect(builtinTools.filter(({ name }) => !HAN.test(SAID.tool(name))).map(({ name }) => name)).toEqual([]);
  const fork = forkOf({ name: 'Read', description: '', kind: 'read', schema: {}, good: {}, original: 'x' });
  const sources = [...EXAMPLES.map(({ source }) => source), ...[...TEMPLATES, { files: fork }].flatMap(codeOf)];
  const lines = sources.flatMap((source) => SAID.code(source).split('\n'));
  const comments = lines.filter((line) => /^\s*\/[/*]/.test(line));
  expect(comments.length).toBeGreaterThan(20);
  expect(comments.filter((line) => !HAN.test(line))).toEqual([]);
  expect(SAID.code("const a = '// Run on each save.';")).toBe("const a = '// Run on each save.';");
});

const codeOf = ({ files }: { files: Readonly<Record<string, string>> }): string[] =>
  Object.entries(files).flatMap(([path, source]) => (path.endsWith('.ts') ? [source] : []));

const deep = Array.from({ length: 200 }).reduce<object>((inner) => ({ inner }), {});
const pack = { toolyardPack: 1, name: 'mine', files: {} };
const tool = { name: 'T', description: 'd', kind: 'read', dangerous: false, schema: {} };
const said = { tools: [], hooks: [], categories: {}, cases: [] };

it.each([
  [PackSchema, { ...pack, name: 'No' }],
  [PackSchema, { ...pack, files: { '../a.ts': '' } }],
  [PackSchema, { ...pack, files: { 'a.ts': 3 } }],
  [PackSchema, { ...pack, files: { 'a.ts': 'x'.repeat(500_001) } }],
  [PackSchema, { ...pack, files: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}.ts`, ''])) }],
  [PackSchema, { ...pack, toolyardPack: 'x' }],
  [DescriptionSchema, { ...said, tools: [{ ...tool, schema: deep }] }],
  [DescriptionSchema, { ...said, tools: [{ ...tool, name: '1', description: '', kind: 'x', dangerous: 3 }] }],
  [DescriptionSchema, { ...said, hooks: [{ name: 'h', event: 'No' }] }],
  [DescriptionSchema, { ...said, hooks: Array.from({ length: 101 }, () => ({ name: 'h', event: 'Stop' })) }],
  [DescriptionSchema, { ...said, cases: [{ tool: 3 }] }],
])('so is each issue of a pack: %#', (schema, value) => {
  const { error } = schema.safeParse(value);
  if (!error) throw new Error('It fits.');
  const message = `A tool, a hook or a case is not as it should be.\n${z.prettifyError(error)}`;
  const lines = inChinese(message).split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => !HAN.test(line))).toEqual([]);
});

const TOOL = { name: 'T', description: 'd', execute: () => '' };

it.each([
  () => defineTool(1),
  () => defineTool({ ...TOOL, name: '1' }),
  () => defineTool({ ...TOOL, description: '' }),
  () => defineTool({ ...TOOL, kind: 'x' }),
  () => defineTool({ ...TOOL, supportedProviders: 'a' }),
  () => defineTool({ ...TOOL, category: '!' }),
  () => defineTool({ ...TOOL, execute: 1 }),
  () => defineTool({ ...TOOL, input: 1 }),
  () => defineTool({ ...TOOL, input: { type: 'string' } }),
  () => defineHook({ name: 'h', event: 'No', run: () => undefined }),
  () => defineHook({ name: 'h', event: 'Stop' }),
  () => defineMiddleware({ name: 'm' }),
  () => defineMiddleware({}),
])('what is no definition is told in Chinese: %s', (define) => {
  expect(define).toThrow();
  try {
    define();
  } catch (error) {
    expect(inChinese(thrownMessage(error))).toMatch(HAN);
  }
});
