import type { ScriptedCall, ScriptedTurn } from '@/lib/scenarios';
import type { Dialect } from './dialects';
import { sentArguments } from './sent-arguments';

/** A scripted turn with its calls written into its text, as by a model without native calls. */
export function inDialect({ calls = [], text = '', stop, ...turn }: ScriptedTurn, dialect: Dialect): ScriptedTurn {
  const blocks = calls.map((call) => dialect.formatCall({ name: call.name, arguments: argumentsOf(call) }));
  const last = blocks.at(-1);
  // A turn that ran out of room ends in the middle of its last call.
  if (last !== undefined && stop === 'max_tokens') blocks.splice(-1, 1, last.slice(0, (last.length * 2) / 3));
  return {
    ...turn,
    text: [text, ...blocks].filter(Boolean).join('\n\n'),
    ...(stop && { stop: stop === 'tool_use' ? 'end_turn' : stop }),
  };
}

const argumentsOf = (call: ScriptedCall): Readonly<Record<string, unknown>> =>
  'rawArguments' in call ? sentArguments(call.rawArguments) : call.input;
