import { readdirSync, readFileSync } from 'node:fs';
import type { Message } from '@ag-ui/core';
import { findScenario, SCENARIOS } from '@/lib/scenarios';
import { toApiTool } from '@/lib/tools/api-tool';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { describe, expect, it } from 'vitest';
import { createModel } from './index';
import { callsOf, collect, requestOf } from './testing';

const prompt = findScenario('fix-the-test')?.prompt ?? '';
const system = 'You are careful.\n\nWorking directory:\n/home/project';

/** The first two turns of a scenario, every call of the first having failed. */
async function turns(id: string, toolMode: 'native' | 'prompt') {
  const preset = PRESETS.find((one) => one.id === id);
  const tools = (preset ? presetTools(preset, builtinTools) : builtinTools).map(toApiTool);
  const model = createModel({ speed: 'instant', toolMode, dialect: 'xml' }, {});
  const messages: Message[] = [{ id: 'u', role: 'user', content: prompt }];
  const first = callsOf(await collect(model, requestOf(messages, { tools, system })));
  messages.push({
    id: 'm',
    role: 'assistant',
    content: '',
    toolCalls: first.map(({ id: callId, name, args }) => ({
      id: callId,
      type: 'function',
      function: { name, arguments: args },
    })),
  });
  for (const call of first) messages.push({ id: call.id, role: 'tool', toolCallId: call.id, content: 'done' });
  const second = callsOf(await collect(model, requestOf(messages, { tools, system })));
  return [...first, ...second].map(({ name, args }) => [name, JSON.parse(args)]);
}

const sources = readdirSync('lib/scenarios')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(`lib/scenarios/${file}`, 'utf8'));

describe('the scripted model under a preset', () => {
  it('drops no run_in_background: each scenario that uses it says so in its needs', () => {
    const using = sources.filter((source) => source.includes('run_in_background: true'));
    expect(using).toHaveLength(4);
    for (const source of using) {
      const scenario = SCENARIOS.find(({ id }) => source.includes(`\n  id: '${id}',`));
      expect(scenario?.needs.some((need) => need.endsWith('.run_in_background'))).toBe(true);
    }
  });

  it.each(PRESETS.map(({ id }) => id))('plays the same scenario with the names of %s', async (id) => {
    const own = await turns('', 'native');
    const theirs = await turns(id, 'native');
    const executors = new Map(
      (PRESETS.find((one) => one.id === id)?.tools ?? []).toReversed().map(({ executor, name }) => [executor, name]),
    );
    expect(theirs.map(([name]) => name)).toEqual(own.map(([name]) => executors.get(name) ?? name));
    expect(await turns(id, 'prompt')).toEqual(theirs);
  });

  it('gives fields their names, and paths from the root where they are wanted', async () => {
    const file = (calls: readonly unknown[][], name: string) => calls.find(([called]) => called === name)?.[1];
    expect(file(await turns('dskcode', 'native'), 'read_file')).toHaveProperty('path');
    expect(file(await turns('claude-agent-sdk', 'native'), 'FileRead')).toMatchObject({
      file_path: expect.stringMatching(/^\/home\/project\/\w/),
    });
    const shell = file(await turns('y-agent', 'native'), 'ShellExec');
    expect(shell).toHaveProperty('command');
    expect(shell).not.toHaveProperty('description');
  });
});
