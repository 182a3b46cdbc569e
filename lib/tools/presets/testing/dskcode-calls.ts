import { expect } from 'vitest';
import { z } from 'zod';
import { AbortReason } from '../../result';
import { createDispatcher } from '../../dispatch';
import { createRegistry } from '../../registry';
import type { AnyTool } from '../../tool';
import { answers, nothingInBackground, type FidelityRow, type SystemBench } from './fidelity-row';

const VALIDATION = '§5 Validation';
const SANDBOX = '§6 Sandbox';
const RESULTS = '§7 Result Protocol';
const EDIT = '§10 edit_file';

/** Calls a tool of the system, modified as a row needs. */
async function through(
  { tool, bench }: SystemBench,
  part: Pick<AnyTool, 'input'> | Pick<AnyTool, 'execute'>,
  args: object,
) {
  const made: AnyTool = { ...tool('glob'), execute: async () => 'ok', ...part };
  const dispatcher = createDispatcher({
    registry: createRegistry([made]),
    permissions: {
      mode: () => bench.mode,
      rules: () => [],
      ask: () => Promise.reject(new Error()),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [] }),
  });
  const call = { id: 'c', name: 'glob', args: JSON.stringify(args) };
  return (await dispatcher.dispatch(call, { signal: new AbortController().signal })).result;
}

const SCHEMA = {
  type: 'object',
  properties: {
    mode: { enum: ['A', 'B'] },
    word: { type: 'string', minLength: 3 },
    items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
  },
  required: ['mode'],
};

/** A row about what an issue says was expected. */
const issue = (says: string, args: object, path: string, expected: RegExp): FidelityRow =>
  answers(`${VALIDATION}: ValidationIssue`, says, async (system) => {
    const { issues = [] } = await through(system, { input: SCHEMA }, args);
    const found = issues.find((one) => one.path === path);
    expect(found?.expected).toMatch(expected);
    expect(found?.message).toMatch(/[\u4e00-\u9fff]/);
  });

/** The results of its calls, in the order of the text. */
export const DSKCODE_CALLS: readonly FidelityRow[] = [
  issue('A field that is missing is expected to be present', {}, '$.mode', /^present$/),
  issue('A value of no list names the list', { mode: 'C' }, '$.mode', /A.*B/),
  issue('A length is told as such', { mode: 'A', word: 'ab' }, '$.word', /length >= 3/),
  issue(
    'A path leads into lists: $.items[2].name',
    { mode: 'A', items: [{ name: 'a' }, { name: 'b' }, { name: 3 }] },
    '$.items[2].name',
    /^string$/,
  ),
  answers(`${VALIDATION}: Isomorphism`, 'Both tracks tell the same issues', async ({ call }) => {
    for (const args of [{}, { path: 42 }, { path: '' }, { path: 'a', startLine: 'abc' }, { path: 'a', startLine: 0 }]) {
      const [json, zod] = [await call('read_file', args), await call('read_file_zod', args)];
      expect(json.issues).toBeDefined();
      expect(zod.issues).toEqual(json.issues);
    }
  }),
  answers(`${VALIDATION}: ReadFileSchema`, 'An empty path is refused', async ({ call }) =>
    expect(await call('read_file', { path: '' })).toMatchObject({
      error: 'INVALID_ARGS',
      issues: [{ path: '$.path' }],
    }),
  ),
  answers('§1', 'A field in another case is no field: the model is told which one was meant', async ({ call }) => {
    const { error, text } = await call('read_file', { Path: 'a.txt' });
    expect(error).toBe('INVALID_ARGS');
    expect(text).toMatch(/`Path`.*`path`/);
  }),
  answers(VALIDATION, 'timeout as “abc” is refused', async ({ call }) =>
    expect(await call('bash', { command: 'true', timeout: 'abc' })).toMatchObject({ issues: [{ path: '$.timeout' }] }),
  ),
  ...(
    [
      ['read_file', {}],
      ['write_file', { content: 'x\n' }],
      ['edit_file', { old_text: 'one', new_text: 'two' }],
    ] as const
  ).map(([name, more]) =>
    answers('§11 Pitfall 6', `${name} takes a path with @`, async ({ file, call }) => {
      await file('mention/a.txt', 'one\n');
      expect(await call(name, { path: '@mention/a.txt', ...more })).toMatchObject({ success: true });
    }),
  ),
  ...(
    [
      ['grep', { pattern: 'one' }],
      ['glob', { pattern: '*.txt' }],
      ['ls', {}],
    ] as const
  ).map(([name, more]) =>
    answers('§11 Pitfall 6', `${name} takes a folder with @`, async ({ file, call }) => {
      await file('mention2/a.txt', 'one\n');
      expect((await call(name, { path: '@mention2', ...more })).text).toContain('a.txt');
    }),
  ),
  answers(`${SANDBOX}: 6.1`, '.. is taken out of a path before it is looked at', async ({ bench, call }) => {
    bench.writeRoots = ['inside'];
    const { error } = await call('write_file', { path: 'inside/../outside.txt', content: 'x' });
    bench.writeRoots = [];
    expect(error).toBe('OUTSIDE_WRITE_ROOTS');
  }),
  answers(`${SANDBOX}: 6.2`, 'A link out of the roots leads out of them', async ({ bench, call }) => {
    await call('bash', { command: 'mkdir -p inside far; ln -sfn ../far inside/link' });
    bench.writeRoots = ['inside'];
    const { error, text } = await call('write_file', { path: 'inside/link/a.txt', content: 'x' });
    bench.writeRoots = [];
    expect(error).toBe('OUTSIDE_WRITE_ROOTS');
    expect(text).toMatch(/inside\/link\/a\.txt.*不在允许的写入范围 inside/);
  }),
  answers(`${SANDBOX}: 6.2`, 'What is inside of the roots is written', async ({ bench, call }) => {
    bench.writeRoots = ['inside'];
    const { success } = await call('write_file', { path: 'inside/fine.txt', content: 'x' });
    bench.writeRoots = [];
    expect(success).toBe(true);
  }),
  ...['inside2/a.txt', '../a.txt', '~/.ssh/authorized_keys', '/etc/passwd', '@inside2/a.txt', 'inside/../../a.txt'].map(
    (path) =>
      answers(`${SANDBOX}: 6.2`, `${path} is not inside of the root`, async ({ bench, call }) => {
        bench.writeRoots = ['inside'];
        const { error } = await call('write_file', { path, content: 'x' });
        bench.writeRoots = [];
        expect(error).toBe('OUTSIDE_WRITE_ROOTS');
      }),
  ),
  answers(`${SANDBOX}: 6.2`, 'A root may be a file: it may be written itself', async ({ bench, call }) => {
    bench.writeRoots = ['only.txt'];
    const results = [
      await call('write_file', { path: 'only.txt', content: 'x' }),
      await call('write_file', { path: 'only.txt2', content: 'x' }),
    ];
    bench.writeRoots = [];
    expect(results.map(({ error }) => error)).toEqual([undefined, 'OUTSIDE_WRITE_ROOTS']);
  }),
  answers(RESULTS, 'A success has no code, a failure has one and says it in data', async ({ call }) => {
    const fine = await call('bash', { command: 'echo hi' });
    const failed = await call('read_file', { path: 'none.txt' });
    expect([fine.success, 'error' in fine, fine.text]).toEqual([true, false, 'hi\n[Exit code: 0]']);
    expect([failed.success, failed.error, failed.text === '']).toEqual([false, 'READ_ERROR', false]);
  }),
  answers(RESULTS, 'A refusal tells who refused: denial', async ({ bench, call }) => {
    bench.rules.push({ behavior: 'deny', rule: 'glob' });
    const { denial, error } = await call('glob', { pattern: '*' });
    bench.rules.length = 0;
    expect([error, denial?.source, denial?.rule]).toEqual(['GATE_DENIED', 'rule', 'glob']);
  }),
  answers(
    '§9 End-to-End Assembly: ②',
    'Refused arguments: a line that says so, and one for each issue',
    async ({ call }) => {
      const { text, issues = [] } = await call('edit_file', { path: 1, old_text: 2 });
      const [first, ...lines] = text.split('\n');
      expect(first).toBe('参数校验失败：');
      expect(lines.slice(0, issues.length)).toEqual(issues.map(({ message }) => message));
      expect(issues).toHaveLength(3);
    },
    'A line of advice comes after them.',
  ),
  answers('§5 Validation: isZodSchema', 'Whatever has _def, parse and safeParse is a Zod schema', async (system) => {
    const schema = z.object({ path: z.string() });
    expect(['_def', 'parse', 'safeParse'].every((name) => name in schema)).toBe(true);
    const { error, issues } = await through(system, { input: schema }, { path: 1 });
    expect([error, issues?.[0]?.path]).toEqual(['INVALID_ARGS', '$.path']);
  }),
  answers(VALIDATION, 'An integer counts as a number', async (system) => {
    const input = { type: 'object', properties: { n: { type: 'number' } } };
    expect((await through(system, { input }, { n: 1 })).success).toBe(true);
  }),
  answers('§3 Registration', 'Tools are listed by kind, and by whether they read', ({ tools }) => {
    const registry = createRegistry(tools);
    const names = (list: readonly AnyTool[] = []) => list.map(({ name }) => name);
    expect(names(registry.listByKind().get('edit'))).toEqual(['write_file', 'edit_file']);
    expect(names(registry.listReadTools())).toEqual(['read_file', 'grep', 'glob', 'ls', 'read_file_zod']);
    expect(names(registry.listWriteTools())).toEqual(['write_file', 'edit_file', 'bash', 'fetch']);
  }),
  ...(
    [
      ['bash', { command: 'ls' }],
      ['fetch', { url: 'https://tea.example' }],
    ] as const
  ).map(([name, args]) =>
    answers('§8 ToolKind', `${name} runs alone, even where it changes nothing`, ({ bench }) => {
      const call = { id: 'c', name, args: JSON.stringify(args) };
      expect(bench.dispatcher.concurrencyClassOf(call)).toEqual({ reads: false, beside: false });
    }),
  ),
  answers(`${SANDBOX}: 6.3`, 'A stop by a person ends a command, too', async ({ bench }) => {
    const stop = new AbortController();
    const running = bench.call('bash', { command: 'echo up; sleep 60' }, stop.signal);
    await expect.poll(() => bench.output.join('')).toContain('up');
    stop.abort();
    expect((await running).result.error).toBe('ABORTED');
  }),
  ...(
    [
      ['without a reason', undefined, '此调用已被停止。'],
      ['with one that is told in each language', new AbortReason('stopped', { en: 'Stop.', zh: '停止。' }), '停止。'],
      ['with the reason of a program', 'because', '此调用已被停止。'],
    ] as const
  ).map(([how, reason, text]) =>
    answers(`${VALIDATION}: messages in Chinese`, `A stop ${how} is told in Chinese`, async ({ bench }) => {
      for (const name of ['bash', 'fetch', 'read_file']) {
        const { result } = await bench.call(name, { command: 'true', path: 'a' }, AbortSignal.abort(reason));
        expect([result.error, result.text.split('\n')[0]]).toEqual(['ABORTED', text]);
      }
    }),
  ),
  answers(`${SANDBOX}: 6.4`, 'SIGTERM comes first, and a command may end in its own way', async ({ call }) => {
    const command = "trap 'echo bye; exit 0' TERM; while true; do sleep 0.05; done";
    const { error, text } = await call('bash', { command, timeout: 1000 });
    expect(error).toBe('TIMEOUT');
    expect(text).toContain('bye');
  }),
  answers(RESULTS, 'A file that is too large is told with its size', async ({ file, call }) => {
    await file('size.txt', 'x'.repeat(11 * 1024 * 1024));
    expect((await call('read_file', { path: 'size.txt' })).text).toMatch(/^文件过大（11 MB）/);
  }),
  answers(RESULTS, 'A text that is not there: indentation and spaces are named', async ({ file, call }) => {
    await file('indent.txt', 'a\n');
    const { text } = await call('edit_file', { path: 'indent.txt', old_text: 'zz', new_text: 'b' });
    expect(text).toMatch(/未找到要替换的文本。请确认 old_text 与文件内容完全一致（包括缩进和空格）/);
  }),
  answers('§9 End-to-End Assembly: ⑥', 'A tool that throws is EXECUTION_ERROR, with its message', async (system) => {
    const execute = async () => {
      throw new Error('no luck');
    };
    const { error, text } = await through(system, { execute }, { pattern: '*' });
    expect(error).toBe('EXECUTION_ERROR');
    expect(text).toMatch(/^异常：no luck/);
  }),
  answers(
    '§9 End-to-End Assembly',
    'Arguments come before the gate: nobody is asked about a bad call',
    async ({ bench, call }) => {
      bench.mode = 'default';
      bench.asked.length = 0;
      const { error } = await call('bash', { command: 1 });
      expect([error, bench.asked]).toEqual(['INVALID_ARGS', []]);
    },
  ),
  answers(EDIT, 'The path that it tells is the resolved one', async ({ file, call }) => {
    const path = await file('resolved.txt', 'one\n');
    const { text } = await call('edit_file', { path: '@resolved.txt', old_text: 'one', new_text: '1' });
    expect(text).toMatch(new RegExp(`^文件已编辑：${path}\n`));
  }),
  ...['path', 'old_text', 'new_text'].map((field) =>
    answers(EDIT, `${field} is wanted, as text`, async ({ call }) => {
      const args = { path: 'a', old_text: 'a', new_text: 'b' };
      for (const wrong of [undefined, 1]) {
        expect(await call('edit_file', { ...args, [field]: wrong })).toMatchObject({
          error: 'INVALID_ARGS',
          issues: [{ path: `$.${field}` }],
        });
      }
    }),
  ),
  answers(EDIT, 'A file that is not there is READ_ERROR', async ({ call }) =>
    expect(await call('edit_file', { path: 'none.txt', old_text: 'a', new_text: 'b' })).toMatchObject({
      error: 'READ_ERROR',
    }),
  ),
  answers('§11 Pitfall 4', 'data is told in words, never as JSON', async ({ file, call }) => {
    await file('words/a.txt', 'one\n');
    const calls = [
      ['ls', { path: 'words' }],
      ['glob', { pattern: 'words/*' }],
      ['grep', { pattern: 'one', path: 'words' }],
      ['read_file', { path: 'words/a.txt' }],
    ] as const;
    for (const [name, args] of calls) expect((await call(name, args)).text).not.toMatch(/^\s*[[{]"/);
  }),
  answers('§11 Pitfall 4', 'Matches are counted and numbered: 1. file:line → text', async ({ file, call }) => {
    await file('found/a.ts', 'a\nconst foo = bar\nfoo()\n');
    const { text } = await call('grep', { pattern: 'foo', path: 'found' });
    expect(text).toBe('找到 2 处匹配：\n1. found/a.ts:2 → const foo = bar\n2. found/a.ts:3 → foo()');
  }),
  answers(
    `${VALIDATION}: ReadFileSchema`,
    'Lines are shown from startLine to endLine, both included',
    async (system) => {
      const path = await system.file('part.txt', 'one\ntwo\nthree\nfour\n');
      for (const [startLine, endLine] of [
        [2, 3],
        [2.9, 3.9],
      ]) {
        const { text } = await system.call('read_file', { path, startLine, endLine });
        expect(text).toMatch(/^ {5}2\ttwo\n {5}3\tthree\n\[/);
      }
    },
  ),
  ...[0, 0.5, -1.5].map((startLine) =>
    answers(
      `${VALIDATION}: ReadFileSchema`,
      `A startLine of ${startLine} is refused by its own name`,
      async ({ call }) => {
        for (const name of ['read_file', 'read_file_zod']) {
          const { issues } = await call(name, { path: 'a.txt', startLine });
          expect(issues).toMatchObject([{ path: '$.startLine', expected: '>= 1', received: String(startLine) }]);
          expect(issues?.[0]?.message).toBe('请将 `startLine` 设为不小于 1 的值。');
        }
      },
    ),
  ),
  answers(
    `${VALIDATION}: ReadFileSchema`,
    'An endLine before startLine is refused at its place',
    async ({ call, file }) =>
      expect(
        await call('read_file', { path: await file('turned.txt', 'a\nb\n'), startLine: 2, endLine: 1 }),
      ).toMatchObject({ error: 'INVALID_ARGS', issues: [{ path: '$.endLine', expected: '>= 2', received: '1' }] }),
  ),
  ...(
    [
      ['an expression', { pattern: 'one(' }, /^参数校验失败：\n请更正 `pattern`：“.+”。/],
      ['a kind of file', { pattern: 'one', type: 'klingon' }, /^参数校验失败：\n无法搜索：“.*klingon.*”。/],
      ['a glob', { pattern: 'one', glob: '[' }, /^参数校验失败：\n无法搜索：“.*\[.*”。/],
      ['a line end', { pattern: 'one\\n' }, /^参数校验失败：\n无法搜索：“.+”。/],
    ] as const
  ).map(([what, args, said]) =>
    answers(VALIDATION, `What a program says of ${what} is cited in a Chinese sentence`, async ({ call }) =>
      expect(await call('grep', args)).toMatchObject({
        error: 'INVALID_ARGS',
        text: expect.stringMatching(said),
        issues: [{ path: `$.${Object.keys(args).at(-1)}`, expected: 'valid' }],
      }),
    ),
  ),
  ...(
    [
      ['a path that leads nowhere', 'read_file', { path: 'odd\u0000.txt' }, /^路径 [^]* 无法解析：“.+”。\n/],
      ['a file below a file', 'write_file', { path: 'taken/a.txt', content: 'x' }, /^taken\/a\.txt 不是目录/],
    ] as const
  ).map(([what, name, args, said]) =>
    answers(VALIDATION, `What is said of ${what} is Chinese, the system’s words are cited`, async ({ call, file }) => {
      await file('taken', 'one\n');
      expect((await call(name, args)).text).toMatch(said);
    }),
  ),
  answers(RESULTS, 'A command that a signal ends is EXIT_CODE_137 or another above 128', async ({ call }) =>
    expect(await call('bash', { command: 'kill -9 $$' })).toMatchObject({ error: 'EXIT_CODE_137' }),
  ),
  ...nothingInBackground(`${SANDBOX}: 6.3`, { bash: { command: 'touch ran' } }),
  answers(`${SANDBOX}: 6.3`, 'A command cannot have more than its 30 s', async ({ call }) =>
    expect(await call('bash', { command: 'true', timeout: 30_001 })).toMatchObject({ issues: [{ path: '$.timeout' }] }),
  ),
  answers('§1: fetch web pages', 'A page is shown as its text: there is nothing to ask it', async ({ world }) => {
    const { serve, bench } = await world();
    const page = { title: 'Tea', text: '# Tea\n\nThree minutes.', cut: false, cached: false, bytes: 10 };
    serve(async () => ({ kind: 'page', by: 'passages', ...page }));
    const { result } = await bench.call('fetch', { url: 'https://tea.example' });
    expect(result).toMatchObject({ success: true, text: page.text, summary: 'Tea' });
  }),
  answers(VALIDATION, 'What is counted and what is cut is told in Chinese, too', async ({ file, call }) => {
    await file('zh/wide.txt', `${'x'.repeat(3000)}\n`);
    expect((await call('ls', { path: 'zh' })).text).toMatch(/0 个目录，1 个文件/);
    expect((await call('read_file', { path: 'zh/wide.txt' })).text).toContain('[……省略了 1000 个字符]');
  }),
  ...(
    [
      ['read_file', /cat/],
      ['bash', /不要用它读取.*read_file/],
      ['edit_file', /提供更多上下文/],
    ] as const
  ).map(([name, advice]) =>
    answers('§11 Pitfall 5', `The description of ${name} carves out its niche`, ({ tool }) =>
      expect(tool(name).description).toMatch(advice),
    ),
  ),
];
