import { ERROR_CODES } from '@/lib/protocol';
import { expect } from 'vitest';
import { findPreset, presetTools } from '..';
import { builtinTools } from '../../builtin';
import { createDispatcher } from '../../dispatch';
import { assembleToolPool } from '../../pool';
import { createRegistry } from '../../registry';
import { planBatches } from '../../schedule';
import type { AnyTool } from '../../tool';
import { adviceFor } from './advice-for';
import { answers, behaves, exactName, fieldRows, namedRows, type FidelityRow } from './fidelity-row';

const LIST = '§1 Why an agent tool system deserves its own article';
const VALIDATION = '§5 Validation';
const SANDBOX = '§6 Sandbox';
const RESULTS = '§7 Result Protocol';
const KINDS = '§8 Tool Parallelism and Serialization';
const EDIT = '§10 edit_file';

const KIND_OF: Readonly<Record<string, string>> = {
  read_file: 'read',
  write_file: 'edit',
  edit_file: 'edit',
  bash: 'other',
  grep: 'read',
  glob: 'read',
  fetch: 'other',
};

const CHINESE = /[\u4e00-\u9fff]/;

export const DSKCODE: readonly FidelityRow[] = [
  ...namedRows(LIST, Object.keys(KIND_OF).join(' ')),
  answers(
    '§11 Pitfall 1',
    'There are eight built-in tools',
    ({ tool }) => expect(tool('ls').executor).toBe('Ls'),
    'The text counts eight and names seven; ls, of its released code, is taken for the eighth.',
  ),
  answers(`${VALIDATION}: Method B`, 'read_file_zod is written in Zod', ({ tool }) =>
    expect(tool('read_file_zod').input).toHaveProperty('_zod'),
  ),
  ...fieldRows(`${VALIDATION}: ReadFileSchema`, {
    read_file: 'path startLine? endLine?',
    read_file_zod: 'path startLine? endLine?',
  }),
  ...fieldRows(EDIT, { edit_file: 'path old_text new_text' }),
  ...fieldRows('§5, §6 and §9', { write_file: 'path content', bash: 'command timeout?', fetch: 'url' }),
  ...Object.entries(KIND_OF).map(([name, kind]) =>
    answers(KINDS, `${name} is of kind ${kind}`, ({ tool }) => expect(tool(name).kind).toBe(kind)),
  ),
  exactName('§3 Registration: get(name)', 'read_file', ['Read_File', 'READ_FILE', 'readFile']),
  ...[...Object.keys(KIND_OF), 'ls'].map((name) =>
    answers(`${VALIDATION}: Method A`, `${name} is written in JSON Schema, which takes no further field`, ({ tool }) =>
      expect(tool(name).input).toMatchObject({ type: 'object', additionalProperties: false }),
    ),
  ),
  behaves(KINDS, 'Reads run in parallel and first, changes one at a time', 'scheduling', 'reads-first'),
  answers(KINDS, 'Changes wait for the batch before them', ({ behaviour }) => {
    const calls = ['r1', 'w1', 'r2'].map((id) => ({ id, name: id, args: '{}' }));
    const batches = planBatches(
      calls,
      ({ id }) => ({ reads: id.startsWith('r'), beside: false }),
      behaviour.scheduling,
    );
    expect(batches.map((batch) => batch.map(({ id }) => id))).toEqual([['r1', 'r2'], ['w1']]);
  }),
  behaves(VALIDATION, 'The language is Chinese', 'language', 'zh'),
  answers(VALIDATION, 'Faults are told in Chinese, by message', async ({ call }) => {
    const { text, issues } = await call('read_file', { path: 42 });
    expect(text).toMatch(/^参数校验失败：\n/);
    expect(issues).toMatchObject([{ path: '$.path', expected: 'string' }]);
  }),
  answers(VALIDATION, 'A number counts as an integer', async ({ call, file }) =>
    expect(await call('read_file', { path: await file('n.txt', 'a\nb\n'), startLine: 1.5 })).toMatchObject({
      success: true,
    }),
  ),
  answers(VALIDATION, 'And so on the track of Zod', async ({ call, file }) =>
    expect(await call('read_file_zod', { path: await file('n.txt', 'a\nb\n'), startLine: 1.5 })).toMatchObject({
      success: true,
    }),
  ),
  answers(VALIDATION, 'A schema that is no object lets everything through', async ({ tool, bench }) => {
    const open: AnyTool = { ...tool('glob'), name: 'open', input: Object('anything'), execute: async () => 'ok' };
    const loose = { ...open, input: JSON.parse('true') };
    const dispatcher = createDispatcher({
      registry: createRegistry([loose]),
      permissions: {
        mode: () => bench.mode,
        rules: () => [],
        ask: () => Promise.reject(new Error()),
        allowAlways: () => undefined,
      },
      contextFor: () => ({ threadId: 't', writeRoots: [] }),
    });
    const call = { id: 'c', name: 'open', args: '{"a":1}' };
    expect((await dispatcher.dispatch(call, { signal: new AbortController().signal })).result.success).toBe(true);
  }),
  answers(VALIDATION, 'What comes is shortened to 60 characters', async ({ call }) => {
    const { issues } = await call('read_file', { path: Array.from({ length: 200 }, () => 'x') });
    expect(issues?.[0]?.received.length).toBeLessThanOrEqual(61);
  }),
  answers(`${SANDBOX}: 6.1`, 'A leading @ is stripped', async ({ call, file }) => {
    await file('at.txt', 'x\n');
    expect(await call('read_file', { path: '@at.txt' })).toMatchObject({ success: true });
  }),
  answers(`${SANDBOX}: 6.2`, 'What is outside of writeRoots is refused', async ({ call, bench }) => {
    bench.writeRoots = ['inside'];
    const { error } = await call('write_file', { path: 'outside.txt', content: 'x' });
    bench.writeRoots = [];
    expect(error).toBe('OUTSIDE_WRITE_ROOTS');
  }),
  answers(`${SANDBOX}: 6.2`, 'No roots mean no restriction', async ({ call }) =>
    expect(await call('write_file', { path: 'free.txt', content: 'x' })).toMatchObject({ success: true }),
  ),
  behaves(`${SANDBOX}: 6.3`, 'A call has 30 s', 'deadlineMs', 30_000),
  ...['read_file', 'bash', 'fetch', 'grep'].map((name) =>
    answers(`${SANDBOX}: 6.3`, `${name} has 30 s`, ({ tool }) =>
      expect(tool(name).deadlineFor?.({ command: 'x', path: 'x' })).toBe(30_000),
    ),
  ),
  answers(
    `${SANDBOX}: 6.3`,
    'A question to a person is not bound by it',
    ({ tool }) => {
      const preset = findPreset('dskcode');
      const asking = preset && { ...preset, tools: [...preset.tools, { name: 'ask', executor: 'AskUser' }] };
      const ask = asking && presetTools(asking, builtinTools).find(({ name }) => name === 'ask');
      expect(ask?.deadlineFor?.({ questions: [] })).toBeGreaterThan(600_000);
      expect(tool('bash').deadlineFor?.({ command: 'x' })).toBe(30_000);
    },
    'None of its own tools asks; one that is added would wait as long as the person needs.',
  ),
  ...(
    [
      ['none of them is against it', {}, true],
      ['a person disabled it', { disabled: ['bash'] }, false],
      ['its feature flag is off', { flags: {} }, false],
      ['the provider is another one', { provider: 'openai' }, false],
      ['a person disabled it and the provider is another one', { disabled: ['bash'], provider: 'openai' }, false],
    ] as const
  ).map(([when, enablement, on]) =>
    answers(
      '§3 Registration: three layers of enable checks',
      `A tool is ${on ? 'on' : 'off'} where ${when}`,
      ({ tool }) => {
        const gated = { ...tool('bash'), supportedProviders: ['anthropic'], featureFlag: 'shell' };
        const all = { flags: { shell: true }, provider: 'anthropic', ...enablement };
        const { tools } = assembleToolPool({ builtin: [gated], enablement: all });
        expect(tools.length === 1).toBe(on);
      },
    ),
  ),
  answers(
    '§3 Registration: three layers of enable checks',
    'An empty list of providers means every one',
    ({ tool }) => {
      const open = { ...tool('bash'), supportedProviders: [] };
      expect(assembleToolPool({ builtin: [open], enablement: { provider: 'openai' } }).tools).toHaveLength(1);
    },
  ),
  answers('§3 Registration: three layers of enable checks', 'A tool that is off says why', ({ tool }) => {
    const gated = { ...tool('bash'), supportedProviders: ['anthropic'] };
    const { entries } = assembleToolPool({ builtin: [gated], enablement: { provider: 'openai' } });
    expect(entries).toMatchObject([{ enabled: false, why: 'provider', missing: 'openai' }]);
  }),
  answers(`${SANDBOX}: 6.4`, 'A command is asked to end, and killed 5 s later', ({ tool }) =>
    expect(tool('bash').abortGrace).toBeGreaterThan(5000),
  ),
  answers(RESULTS, 'A missing file is READ_ERROR', async ({ call }) =>
    expect(await call('read_file', { path: 'none.txt' })).toMatchObject({
      error: 'READ_ERROR',
      text: expect.stringMatching(/^读取文件失败/),
    }),
  ),
  answers(RESULTS, 'A file of more than 10 MB is FILE_TOO_LARGE', async ({ call, file }) =>
    expect(await call('read_file', { path: await file('big.bin', 'x'.repeat(11 * 1024 * 1024)) })).toMatchObject({
      error: 'FILE_TOO_LARGE',
    }),
  ),
  answers(RESULTS, 'A binary file is BINARY_FILE', async ({ call, bench }) => {
    await bench.write('b.bin', new Uint8Array([0, 1, 2, 0, 255]));
    expect(await call('read_file', { path: 'b.bin' })).toMatchObject({
      error: 'BINARY_FILE',
      text: expect.stringMatching(CHINESE),
    });
  }),
  answers(RESULTS, 'A text that is not there is TEXT_NOT_FOUND', async ({ call, file }) => {
    const { error, text } = await call('edit_file', {
      path: await file('t.txt', 'a\n'),
      old_text: 'zz',
      new_text: 'b',
    });
    expect(error).toBe('TEXT_NOT_FOUND');
    expect(text).toContain('old_text');
    expect(text).not.toContain('old_string');
  }),
  answers(
    RESULTS,
    'A text that is there twice is TEXT_MULTIPLE_MATCHES, and asks for more context',
    async ({ call, file }) => {
      const { error, text } = await call('edit_file', {
        path: await file('m.txt', 'a\na\n'),
        old_text: 'a',
        new_text: 'b',
      });
      expect(error).toBe('TEXT_MULTIPLE_MATCHES');
      expect(text).toContain('请提供更多上下文');
      expect(text).not.toMatch(/replace_all|全部替换/);
    },
  ),
  ...[1, 3, 42].map((code) =>
    answers(RESULTS, `A command that ends with ${code} is EXIT_CODE_${code}`, async ({ call }) => {
      const { error, text } = await call('bash', { command: `exit ${code}` });
      expect(error).toBe(`EXIT_CODE_${code}`);
      expect(text).toMatch(new RegExp(`\\[Exit code: ${code}\\]$`));
    }),
  ),
  answers('§9 End-to-End Assembly: ①', 'A tool that is not there is TOOL_NOT_FOUND', async ({ call }) =>
    expect(await call('none', {})).toMatchObject({
      error: 'TOOL_NOT_FOUND',
      text: expect.stringMatching(/^工具“none”不存在/),
    }),
  ),
  behaves('§9 End-to-End Assembly: ② and ③', 'Validation, then the gate', 'order', 'validation-permission-hooks'),
  answers(
    '§9 End-to-End Assembly: ③',
    'A refusal of the gate is GATE_DENIED, with the reason',
    async ({ call, bench }) => {
      bench.rules.push({ behavior: 'deny', rule: 'glob' });
      const { error, text } = await call('glob', { pattern: '*' });
      bench.rules.length = 0;
      expect(error).toBe('GATE_DENIED');
      expect(text).toMatch(/^权限被拒绝：/);
    },
  ),
  answers(EDIT, 'An edit needs no read before it', async ({ call, file }) =>
    expect(
      await call('edit_file', { path: await file('fresh.txt', 'a\n'), old_text: 'a', new_text: 'b' }),
    ).toMatchObject({ success: true }),
  ),
  answers(EDIT, 'It says the file, the line and the changes', async ({ call, file }) => {
    const path = await file('say.txt', 'one\ntwo\n');
    const { text, summary } = await call('edit_file', { path, old_text: 'two', new_text: '2' });
    expect(text).toBe(`文件已编辑：${path}\n替换位置：第 2 行\n变更：1 +/ 1 -`);
    expect(summary).toBe('📝 已修改: say.txt (+1 -1)');
  }),
  answers(EDIT, 'CRLF is matched as LF and restored', async ({ call, file, bench }) => {
    const path = await file('crlf.txt', 'a\r\nb\r\n');
    await call('edit_file', { path, old_text: 'a\nb', new_text: 'c\nd' });
    expect(await bench.text('crlf.txt')).toBe('c\r\nd\r\n');
  }),
  answers(EDIT, 'It brings a diff', async ({ call, file }) =>
    expect(await call('edit_file', { path: await file('d.txt', 'a\n'), old_text: 'a', new_text: 'b' })).toMatchObject({
      diff: { added: 1, removed: 1 },
    }),
  ),
  answers(EDIT, 'Further fields are refused', async ({ call }) =>
    expect(await call('edit_file', { path: 'a', old_text: 'a', new_text: 'b', replace_all: true })).toMatchObject({
      error: 'INVALID_ARGS',
    }),
  ),
  ...ERROR_CODES.map((code) =>
    answers('§5 Validation and §1', `Advice after ${code} is in Chinese and names its own tools`, () => {
      const line = adviceFor('dskcode', code);
      expect(line).toMatch(CHINESE);
      expect(line).not.toMatch(/\b(Glob|Grep|Read|Edit|Bash)\b|replace_all/);
    }),
  ),
];
