import { ToolMetadataSchema } from '@/lib/protocol';
import type { History, ScriptedCall, ScriptedTurn } from '@/lib/scenarios';
import { z } from 'zod';
import type { ModelRequest } from './model';

type Fields = Readonly<Record<string, unknown>>;

/** How a request names one of the built-in tools. */
interface Word {
  /** The built-in name. */
  readonly executor: string;
  readonly name: string;
  /** Its names of the built-in fields. */
  readonly fields: ReadonlyMap<string, string>;
  /** The root for paths, if they must be absolute. */
  readonly root?: string;
}

/** Built-in fields whose paths a preset may want as absolute. */
const PATHS: ReadonlySet<string> = new Set(['file_path', 'notebook_path']);

/**
 * Translates between the built-in names, which scenarios use, and those of the preset whose tools a request has, so that the
 * same scenario works with each preset. Undefined if the tools have the built-in names.
 */
export function vocabularyOf(request: Pick<ModelRequest, 'tools' | 'pool' | 'system'>) {
  const root = /^(?:Working directory|工作目录):\n(.+)$/m.exec(request.system)?.[1];
  const words = (request.pool ?? request.tools).flatMap(({ name, metadata }): Word[] => {
    const { data } = ToolMetadataSchema.safeParse(metadata?.toolyard);
    if (data?.executor === undefined) return [];
    const fields = new Map(Object.entries(data.fields ?? {}));
    return [{ executor: data.executor, name, fields, ...(data.absolutePaths && root !== undefined && { root }) }];
  });
  if (words.length === 0) return undefined;
  // If two tools have the same executor, the first is meant.
  const byExecutor = new Map(words.toReversed().map((word) => [word.executor, word]));
  const byName = new Map(words.map((word) => [word.name, word]));
  return {
    /** A turn in the preset's names. Calls that the preset has no tool for stay unchanged. */
    asTheirs(turn: ScriptedTurn): ScriptedTurn {
      const { calls } = turn;
      return calls ? { ...turn, calls: calls.map((call) => spoken(call, (name) => byExecutor.get(name))) } : turn;
    },
    /** A conversation in the built-in names. */
    asOurs: (history: History): History =>
      history.map((entry) =>
        entry.role === 'assistant'
          ? {
              ...entry,
              calls: entry.calls.map((call) => {
                const word = byName.get(call.name);
                return word ? { ...call, name: word.executor, input: ours(call.input, word) } : call;
              }),
            }
          : entry,
      ),
  };
}

export type Vocabulary = NonNullable<ReturnType<typeof vocabularyOf>>;

function spoken(call: ScriptedCall, find: (ours: string) => Word | undefined): ScriptedCall {
  const word = find(call.name);
  if (!word) return call;
  if (!('input' in call)) return { ...call, name: word.name };
  const { steps } = call.input;
  const input = Array.isArray(steps) ? { ...call.input, steps: steps.map((step) => stepIn(step, find)) } : call.input;
  return { name: word.name, input: theirs(input, word) };
}

/** A step of a workflow is a call inside a call. */
const stepIn = (step: unknown, find: (ours: string) => Word | undefined): unknown => {
  const inner = StepSchema.safeParse(step);
  const word = inner.success ? find(inner.data.tool) : undefined;
  return inner.success && word ? { ...inner.data, tool: word.name, input: theirs(inner.data.input, word) } : step;
};

const StepSchema = z.looseObject({ tool: z.string(), input: z.record(z.string(), z.unknown()) });

/** Input in the preset's names. Fields that its tool lacks are dropped; an unknown field is a deliberate error and stays. */
const theirs = (input: Fields, { fields, root }: Word): Fields =>
  Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) => {
      const name = fields.get(field) ?? field;
      if (name === '') return [];
      const below = root !== undefined && PATHS.has(field) && typeof value === 'string' && !value.startsWith('/');
      return [[name, below ? `${root}/${value}` : value]];
    }),
  );

function ours(input: Fields, { fields, root }: Word): Fields {
  const names = new Map([...fields].map(([mine, name]) => [name, mine]));
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = names.get(name) ?? name;
      const below = root !== undefined && PATHS.has(field) && typeof value === 'string';
      return [field, below && value.startsWith(`${root}/`) ? value.slice(root.length + 1) : value];
    }),
  );
}
