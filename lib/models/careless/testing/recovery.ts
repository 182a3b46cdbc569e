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
import { mend } from '../mend';
import { seeded, SLIP_KINDS, SLIPS, type IntendedCall, type WrittenCall } from '../slips';

/** What somebody answers to a call that does not fit; undefined where it is taken. */
export interface Messages {
  readonly title: string;
  readonly calls: readonly IntendedCall[];
  schemaOf(name: string): JsonSchema | undefined;
  answer(call: WrittenCall): Promise<string | undefined>;
}

export interface Recovery {
  readonly title: string;
  readonly slips: number;
  /** Slips after which the intended call was made, a share. */
  readonly recovered: number;
  /** Turns that took, on average, the first mended call being one. */
  readonly turns: number;
  /** Slips that were taken without a word although the call was another one, a share. */
  readonly unnoticed: number;
}

const MOST_TURNS = 4;
const MOST_SCENARIO_TURNS = 20;

/** Every valid call that scenarios make where all goes well, each once. */
function scenarioCalls(): IntendedCall[] {
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

/** What our pipeline answers for a set of tools, which find none of the ports they need: no call does anything. */
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
    schemaOf: (name) => schemaAmong(tools, name),
    async answer({ name, args }) {
      const { phase, result } = await dispatcher.dispatch({ id: 'c', name, args }, { signal });
      return phase === 'invalid' || REFUSED.has(result.error ?? '') ? result.text : undefined;
    },
  };
}

const schemaAmong = (tools: readonly AnyTool[], name: string): JsonSchema | undefined => {
  const tool = tools.find((one) => one.name === name);
  return tool && toJsonSchema(tool.input);
};

/** A loop that tells what its validator said, as it said it. */
const bare = (
  title: string,
  calls: readonly IntendedCall[],
  check: (schema: JsonSchema, value: unknown) => string | undefined,
): Messages => ({
  title,
  calls,
  schemaOf: (name) => schemaAmong(builtinTools, name),
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

/** All whose messages are compared, ours first. */
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
      const vocabulary = vocabularyOf({ tools: tools.map(toApiTool), system: 'Working directory:\n/project' });
      const theirs = (vocabulary?.asTheirs({ calls }).calls ?? []).flatMap((call) => ('input' in call ? [call] : []));
      const known = theirs.filter((call) => {
        const schema = schemaAmong(tools, call.name);
        return schema && validate(schema, call.input).ok;
      });
      return pipeline(preset.title, tools, known);
    }),
  ];
}

/** Each kind of slip in each call, and what becomes of it. The same for the same seed. */
export async function measureRecovery(from: Messages, seed: number): Promise<Recovery> {
  const random = seeded(seed);
  const counts = { slips: 0, recovered: 0, turns: 0, unnoticed: 0 };
  for (const intended of from.calls) {
    for (const kind of SLIP_KINDS) {
      const call = SLIPS[kind](intended, from.schemaOf(intended.name) ?? {}, random);
      if (!call) continue;
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

/** What does no harm where it is taken: a field more that is dropped, a number that is read from text. */
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
    call = mend(call, intended, told);
  }
  return undefined;
}

const isIntended = ({ name, args }: WrittenCall, intended: IntendedCall): boolean =>
  name === intended.name && isDeepStrictEqual(JSON.parse(args), JSON.parse(JSON.stringify(intended.input)));
