import { toJsonSchema } from '@/lib/schema';
import { createMemoryStore, openTaskStore } from '@/lib/stores';
import type { CallContext } from '@/lib/tools/dispatch';
import type { ToolResult } from '@/lib/protocol';
import { expect } from 'vitest';
import { z } from 'zod';
import { behaviourOf, findPreset, presetTools } from '..';
import { builtinTools } from '../../builtin';
import { createBench, type Bench } from '../../testing/bench';
import type { AnyTool } from '../../tool';
import type { Behaviour } from '../../system';
import { openWorld, type World } from './world';

/** A statement in a system's text, where it is, and a check that it holds here. */
export interface FidelityRow {
  /** The section in the text. */
  readonly section: string;
  readonly says: string;
  /** Why it does not hold literally, if the text contradicts the platform or itself. */
  readonly differs?: string;
  shows(system: SystemBench): unknown;
}

export interface SystemBench {
  readonly id: string;
  readonly bench: Bench;
  readonly behaviour: Behaviour;
  /** All of its tools, in order. */
  readonly tools: readonly AnyTool[];
  tool(name: string): AnyTool;
  call(name: string, input: unknown): Promise<ToolResult>;
  /** Makes a file and returns its absolute path. */
  file(path: string, content: string): Promise<string>;
  /** The same tools with all possible surroundings. */
  world(): Promise<World>;
  leave(): Promise<void>;
}

/** Opens a system's tools on a real folder and a real bash. */
export async function openSystem(id: string): Promise<SystemBench> {
  const preset = findPreset(id);
  if (!preset) throw new Error(`There is no preset ${id}.`);
  const tools = presetTools(preset, builtinTools);
  const used: Partial<CallContext> = {};
  const bench = await createBench(tools, used);
  const leave = new AbortController();
  const tasks = await openTaskStore({ table: createMemoryStore(), threadId: 't', now: Date.now, signal: leave.signal });
  Object.assign(used, { tasks, pool: () => tools });
  const behaviour = behaviourOf(preset);
  let world: Promise<World> | undefined;
  return {
    id,
    bench,
    behaviour,
    tools,
    tool(name) {
      const found = tools.find((tool) => tool.name === name);
      if (!found) throw new Error(`There is no tool ${name}.`);
      return found;
    },
    call: async (name, input) => (await bench.call(name, input)).result,
    async file(path, content) {
      await bench.write(path, content);
      return `${bench.sandbox.workdir}/${path}`;
    },
    world: () => (world ??= openWorld(tools, behaviour.language)),
    async leave() {
      leave.abort();
      await bench.sandbox.dispose();
      await (await world)?.leave();
    },
  };
}

const Fields = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** A tool's fields in the notation of the text: `file_path offset? limit?`. */
export function fieldsOf(tool: AnyTool): string {
  const { properties, required } = Fields.parse(toJsonSchema(tool.input));
  return Object.keys(properties)
    .map((field) => (required.includes(field) ? field : `${field}?`))
    .join(' ');
}

const sorted = (fields: string): string[] => fields.split(' ').filter(Boolean).toSorted();

/** Rows for the fields that a section lists, one per tool. */
export const fieldRows = (section: string, tools: Readonly<Record<string, string>>, differs?: string): FidelityRow[] =>
  Object.entries(tools).map(([name, fields]) => ({
    section,
    says: `${name} takes ${fields || 'nothing'}`,
    ...(differs !== undefined && { differs }),
    shows: ({ tool }) => expect(sorted(fieldsOf(tool(name)))).toEqual(sorted(fields)),
  }));

/** Rows for tools that a section names without their fields. */
export const namedRows = (section: string, names: string): FidelityRow[] =>
  names.split(' ').map((name) => ({
    section,
    says: `${name} is one of its tools`,
    shows: ({ tool }) => expect(tool(name).name).toBe(name),
  }));

/** Rows for a section's descriptions of its tools. */
export const describedRows = (section: string, tools: Readonly<Record<string, string>>): FidelityRow[] =>
  Object.entries(tools).map(([name, words]) =>
    answers(section, `${name}: ${words}`, ({ tool }) =>
      expect(tool(name).description.startsWith(`${words}. `)).toBe(true),
    ),
  );

/** A row for look-up: a tool is found only by its exact name. */
export const exactName = (section: string, name: string, others: readonly string[]): FidelityRow =>
  answers(section, `A tool is looked up by its very name: ${others.join(', ')} is none`, async ({ call }) => {
    for (const other of others) expect(await call(other, {})).toMatchObject({ error: 'TOOL_NOT_FOUND' });
    expect((await call(name, { nobody_has_this: 1 })).error).toBe('INVALID_ARGS');
  });

/** A row for one aspect of behaviour. */
export const behaves = <K extends keyof Behaviour>(
  section: string,
  says: string,
  aspect: K,
  value: Behaviour[K],
): FidelityRow => ({ section, says, shows: ({ behaviour }) => expect(behaviour[aspect]).toEqual(value) });

/** Rows for tools that cannot run in the background: a call that asks for it gets an error, and nothing runs. */
export const nothingInBackground = (section: string, calls: Readonly<Record<string, object>>): FidelityRow[] =>
  Object.entries(calls).map(([name, input]) =>
    answers(section, `${name} has no run_in_background, and says so to whoever sends it`, async ({ bench }) => {
      for (const run_in_background of [true, false, 'yes', null]) {
        const { result, phase } = await bench.call(name, { ...input, run_in_background });
        expect([phase, result.error]).toEqual(['invalid', 'INVALID_ARGS']);
        expect(result.issues).toMatchObject([{ path: '$.run_in_background', expected: 'absent' }]);
        expect(result.text).toContain('`run_in_background`');
      }
    }),
  );

/** A row for the result of a call. */
export const answers = (section: string, says: string, shows: FidelityRow['shows'], differs?: string): FidelityRow => ({
  section,
  says,
  shows,
  ...(differs !== undefined && { differs }),
});
