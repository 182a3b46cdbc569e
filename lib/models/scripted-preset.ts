import { ToolMetadataSchema } from '@/lib/protocol';
import type { History, ScriptedCall, ScriptedTurn } from '@/lib/scenarios';
import { z } from 'zod';
import type { ModelRequest } from './model';

type Fields = Readonly<Record<string, unknown>>;

/** How one of our tools is called in a request. */
interface Word {
  /** Our name of it. */
  readonly executor: string;
  readonly name: string;
  /** Its names of our fields. */
  readonly fields: ReadonlyMap<string, string>;
  /** Paths have to begin here. */
  readonly root?: string;
}

/** Fields of ours whose paths a preset may want from the root. */
const PATHS: ReadonlySet<string> = new Set(['file_path', 'notebook_path']);

/**
 * Between the names that scenarios use, which are ours, and those of the preset whose tools a request brings: so that the same
 * scenario can be played under each. Undefined where the tools have our names.
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
  // Where two tools do the same, the first is meant.
  const byExecutor = new Map(words.toReversed().map((word) => [word.executor, word]));
  const byName = new Map(words.map((word) => [word.name, word]));
  return {
    /** A turn in the preset's words. What the preset has no tool for stays as it is. */
    asTheirs(turn: ScriptedTurn): ScriptedTurn {
      const { calls } = turn;
      return calls ? { ...turn, calls: calls.map((call) => spoken(call, (name) => byExecutor.get(name))) } : turn;
    },
    /** A conversation in our words. */
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

/** What the preset's tool has no field for is left out; a field that nobody has is an error that is meant. */
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
