import { isDeepStrictEqual } from 'node:util';
import { SCENARIOS, type HistoryEntry } from '@/lib/scenarios';
import type { SlipKind } from '@/lib/protocol';
import { validate, type JsonSchema } from '@/lib/schema';
import { builtinTools } from '@/lib/tools/builtin';
import { createDispatcher } from '@/lib/tools/dispatch';
import { toApiTool } from '@/lib/tools/api-tool';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { createRegistry } from '@/lib/tools/registry';
import type { AnyTool } from '@/lib/tools/tool';
import { toJsonSchema } from '@/lib/schema';
import { Ajv } from 'ajv';
import { z } from 'zod';
import { vocabularyOf } from '../../scripted-preset';
import { fixCall } from '../fix';
import { seeded, SLIPS, type IntendedCall, type Offered, type WrittenCall } from '../slips';

/** How a system answers calls; `answer` is undefined if it accepts the call. */
export interface Messages {
  readonly title: string;
  readonly calls: readonly IntendedCall[];
  readonly offered: readonly Offered[];
  /** Runs before each slip and restores the initial state. */
  begin?(): Promise<void>;
  answer(call: WrittenCall): Promise<string | undefined>;
}

export interface Recovery {
  readonly title: string;
  readonly slips: number;
  /** Share of slips after which the intended call was made. */
  readonly recovered: number;
  /** Average number of turns until then; 1 if the first fixed call was right. */
  readonly turns: number;
  /** Share of slips that were accepted without a word although the call was not the intended one. */
  readonly unnoticed: number;
}

const MOST_TURNS = 4;
const MOST_SCENARIO_TURNS = 20;

/** Slips that a system can report without running the call. */
export const KINDS_OF_CALLS: readonly SlipKind[] = [
  'misspelt-field',
  'invented-field',
  'missing-field',
  'wrong-type',
  'number-as-text',
  'cut-json',
  'wrong-name',
  'wrong-tool',
];

/** Slips that show only when the call runs. */
export const KINDS_OF_EDITS: readonly SlipKind[] = ['stale-edit', 'ambiguous-match'];

/** All distinct valid calls that scenarios make when everything succeeds. */
export function scenarioCalls(): IntendedCall[] {
  const schemas = new Map(builtinTools.map((tool) => [tool.name, tool.input]));
  const calls = new Map<string, IntendedCall>();
  for (const { prompt, next, roles = [] } of SCENARIOS) {
    for (const part of [{ prompt, next }, ...roles]) {
      const history: HistoryEntry[] = [{ role: 'user', text: part.prompt }];
      for (let turn = 0; turn < MOST_SCENARIO_TURNS; turn++) {
        const made = (part.next(history, { attempt: 1 }).calls ?? []).flatMap((call) =>
          'input' in call ? [call] : [],
        );
        if (made.length === 0) break;
        const seen = made.map((call, index) => ({ ...call, id: `${turn}-${index}` }));
        const results = seen.map(({ id }) => ({ role: 'result' as const, callId: id, text: 'Done.', failed: false }));
        history.push({ role: 'assistant', text: '', calls: seen }, ...results);
        for (const call of made) {
          const schema = schemas.get(call.name);
          if (schema && validate(schema, call.input).ok) calls.set(JSON.stringify(call), call);
        }
      }
    }
  }
  return [...calls.values()];
}

const REFUSED = new Set(['INVALID_ARGS', 'INVALID_JSON', 'PARTIAL_JSON', 'TOOL_NOT_FOUND']);

/** The answers of Toolyard's pipeline for a set of tools. The ports that they need are absent, so no call has an effect. */
function pipeline(title: string, tools: readonly AnyTool[], calls: readonly IntendedCall[]): Messages {
  const dispatcher = createDispatcher({
    registry: createRegistry(tools),
    permissions: {
      mode: () => 'bypassPermissions',
      rules: () => [],
      ask: () => Promise.reject(new Error('not asked')),
      allowAlways: () => undefined,
    },
    contextFor: () => ({ threadId: 't', writeRoots: [], pool: () => tools }),
  });
  const { signal } = new AbortController();
  return {
    title,
    calls,
    offered: offeredOf(tools),
    async answer({ name, args }) {
      const { phase, result } = await dispatcher.dispatch({ id: 'c', name, args }, { signal });
      return phase === 'invalid' || REFUSED.has(result.error ?? '') ? result.text : undefined;
    },
  };
}

export const offeredOf = (tools: readonly AnyTool[]): Offered[] =>
  tools.map(({ name, input }) => ({ name, schema: toJsonSchema(input) }));

const schemaAmong = (tools: readonly AnyTool[], name: string): JsonSchema | undefined => {
  const tool = tools.find((one) => one.name === name);
  return tool && toJsonSchema(tool.input);
};

/** A loop that returns its validator's message unchanged. */
const bare = (
  title: string,
  calls: readonly IntendedCall[],
  check: (schema: JsonSchema, value: unknown) => string | undefined,
): Messages => ({
  title,
  calls,
  offered: offeredOf(builtinTools),
  async answer({ name, args }) {
    const schema = schemaAmong(builtinTools, name);
    if (!schema) return `Unknown tool: ${name}`;
    try {
      return check(schema, JSON.parse(args));
    } catch (error) {
      return String(error);
    }
  },
});

/** All systems whose messages are compared, Toolyard first. */
export function messages(): Messages[] {
  const calls = scenarioCalls();
  const ajv = new Ajv({ strict: false, validateFormats: false });
  return [
    pipeline('Toolyard', builtinTools, calls),
    bare('Zod, its text as it is', calls, (schema, value) => z.fromJSONSchema(schema).safeParse(value).error?.message),
    bare('Ajv, its text as it is', calls, (schema, value) => {
      const fits = ajv.compile(schema);
      return fits(value) ? undefined : ajv.errorsText(fits.errors);
    }),
    ...PRESETS.map((preset) => {
      const tools = presetTools(preset, builtinTools);
      return pipeline(`preset ${preset.title}`, tools, asTheirs(calls, tools, '/project'));
    }),
  ];
}

/** Calls translated to the tools of a preset, without those that it has no tool for. `folder`: the agent's working directory. */
export function asTheirs(calls: readonly IntendedCall[], tools: readonly AnyTool[], folder: string): IntendedCall[] {
  const vocabulary = vocabularyOf({ tools: tools.map(toApiTool), system: `Working directory:\n${folder}` });
  const theirs = (vocabulary?.asTheirs({ calls }).calls ?? []).flatMap((call) => ('input' in call ? [call] : []));
  return theirs.filter((call) => {
    const schema = schemaAmong(tools, call.name);
    return schema && validate(schema, call.input).ok;
  });
}

/** Makes each kind of slip in each call and measures what follows. The same seed gives the same result. */
export async function measureRecovery(
  from: Messages,
  seed: number,
  kinds: readonly SlipKind[] = KINDS_OF_CALLS,
): Promise<Recovery> {
  const random = seeded(seed);
  const counts = { slips: 0, recovered: 0, turns: 0, unnoticed: 0 };
  for (const intended of from.calls) {
    const schema = from.offered.find(({ name }) => name === intended.name)?.schema ?? {};
    for (const kind of kinds) {
      const call = SLIPS[kind](intended, schema, random, from.offered);
      if (!call) continue;
      await from.begin?.();
      counts.slips += 1;
      const turns = await turnsTo(intended, call, kind, from);
      if (turns === undefined) continue;
      if (turns === 'unnoticed') counts.unnoticed += 1;
      else {
        counts.recovered += 1;
        counts.turns += turns;
      }
    }
  }
  const { slips, recovered, turns, unnoticed } = counts;
  return {
    title: from.title,
    slips,
    recovered: recovered / slips,
    turns: recovered === 0 ? 0 : turns / recovered,
    unnoticed: unnoticed / slips,
  };
}

/** Slips that are harmless if accepted: an extra field that is dropped, a number that is parsed from text. */
const HARMLESS: ReadonlySet<SlipKind> = new Set(['invented-field', 'number-as-text']);

async function turnsTo(
  intended: IntendedCall,
  first: WrittenCall,
  kind: SlipKind,
  { answer }: Messages,
): Promise<number | 'unnoticed' | undefined> {
  let call = first;
  for (let turn = 0; turn <= MOST_TURNS; turn++) {
    const told = await answer(call);
    if (told === undefined) return isIntended(call, intended) || HARMLESS.has(kind) ? turn : 'unnoticed';
    call = fixCall(call, intended, told);
  }
  return undefined;
}

const isIntended = ({ name, args }: WrittenCall, intended: IntendedCall): boolean =>
  name === intended.name && isDeepStrictEqual(JSON.parse(args), JSON.parse(JSON.stringify(intended.input)));
