import type { Model, ModelRequest } from '@/lib/models/model';
import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAgent, type CreateAgentOptions } from '..';
import { builtinTools } from '../builtin';
import { findPreset, PRESETS, presetTools } from '../presets';
import { englishLeft } from '../presets/testing/english-left';
import { havingOf } from '../system';

let sandbox: NativeSandbox;
beforeEach(async () => {
  sandbox = await createNativeSandbox();
  await sandbox.fs.writeFile(`${sandbox.workdir}/a.txt`, 'one\n');
});
afterEach(() => sandbox.dispose());

type Call = readonly [name: string, input: object];

const USAGE = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };

/** An agent with a preset's tools and a model that makes these calls, a list a turn: what the model was asked, and told. */
async function agentOf(id: string, turns: readonly (readonly Call[])[], options: Partial<CreateAgentOptions> = {}) {
  const preset = findPreset(id);
  if (!preset) throw new Error(`There is no preset ${id}.`);
  const requests: ModelRequest[] = [];
  const model: Model = {
    name: 'm',
    async *turn(request) {
      const calls = turns[requests.length] ?? [];
      requests.push(request);
      for (const [index, [name, input]] of calls.entries()) {
        const callId = `${requests.length}-${index}`;
        yield [
          { type: 'call-start', id: callId, name },
          { type: 'call-args', id: callId, delta: JSON.stringify(input) },
          { type: 'call-end', id: callId },
        ];
      }
      yield [{ type: 'stop', reason: calls.length > 0 ? 'tool_calls' : 'end', usage: USAGE }];
    },
  };
  const tools = presetTools(preset, builtinTools);
  const agent = createAgent({
    model,
    builtinTools: tools,
    permissionMode: 'bypassPermissions',
    context: { sandbox },
    ...options,
  });
  await agent.prompt('Go.');
  const told = agent.messages.flatMap(({ role, content }) =>
    role === 'tool' && typeof content === 'string' ? [content] : [],
  );
  return { requests, told, tools };
}

const names = ({ tools }: ModelRequest): string[] => tools.map(({ name }) => name);

it('begins with an index under y-agent, and shows what was searched for or used from then on', async () => {
  const { requests, told } = await agentOf('y-agent', [
    [['ToolSearch', { query: 'select:FileRead' }]],
    [['ShellExec', { command: 'echo hi' }]],
  ]);
  expect(requests.map(names)).toEqual([
    ['ToolSearch'],
    ['FileRead', 'ToolSearch'],
    ['FileRead', 'ShellExec', 'ToolSearch'],
  ]);
  expect(requests[0]?.system).toContain('FileWrite: Write/create files');
  expect(told).toEqual([expect.stringContaining('# FileRead'), expect.stringMatching(/^hi\n/)]);
});

it('runs a search for tools as it runs every other, with rules and hooks before it', async () => {
  const { requests, told } = await agentOf('y-agent', [[['ToolSearch', { query: 'select:FileRead' }]]], {
    rules: [{ behavior: 'deny', rule: 'ToolSearch' }],
  });
  expect(requests.map(names)).toEqual([['ToolSearch'], ['ToolSearch']]);
  expect(told).toEqual([expect.not.stringContaining('# FileRead')]);
});

it.each(PRESETS.filter(({ id }) => id !== 'y-agent'))('begins with all forms under $id', async ({ id }) => {
  const { requests } = await agentOf(id, []);
  expect(names(requests[0] ?? expect.unreachable()).length).toBeGreaterThan(5);
});

it('speaks Chinese under dskcode from the system prompt on, also where nobody can be asked', async () => {
  const calls: Call[] = [
    ['bash', { command: 'touch b.txt' }],
    ['Bash', {}],
    ['read_file', { path: 'none.txt' }],
    ['edit_file', { path: 'a.txt', old_text: 'one' }],
  ];
  const { requests, told } = await agentOf('dskcode', [calls], { permissionMode: 'default' });
  expect(told).toEqual([
    expect.stringMatching(/^权限被拒绝：/),
    expect.stringMatching(/^工具“Bash”不存在/),
    expect.stringMatching(/^读取文件失败：/),
    expect.stringMatching(/^参数校验失败：/),
  ]);
  for (const text of [requests[0]?.system ?? '', ...told]) expect(englishLeft(text), text).toEqual([]);
});

it.each(PRESETS)('finds tools by their very names under $id', async ({ id }) => {
  const { tools } = await agentOf(id, []);
  const read = havingOf(tools).tool('Read') ?? '';
  const { told } = await agentOf(id, [[[read.toUpperCase(), {}]]]);
  expect(told).toEqual([expect.stringMatching(/no tool named|不存在/)]);
});
