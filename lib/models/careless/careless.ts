import { CARELESS_RATE, type Careless } from '@/lib/protocol';
import { isRefused, type History, type HistoryEntry, type ScriptedCall, type ScriptedTurn } from '@/lib/scenarios';
import { isDeepStrictEqual } from 'node:util';
import { fixCall } from './fix';
import { seeded, SLIP_KINDS, SLIPS, type Offered, type WrittenCall } from './slips';

/** What a careless model means to say, given the conversation as if it had made no slip. */
export type Intent = (history: History) => ScriptedTurn;

interface Manner extends Careless {
  /** The tools that it may call. */
  readonly offered: readonly Offered[];
}

/** Most attempts at one call. */
const MOST_TRIES = 4;

type Result = Extract<HistoryEntry, { role: 'result' }>;

type Made = Extract<HistoryEntry, { role: 'assistant' }>['calls'][number];

/** An intended call, and its state so far. */
interface Attempt {
  readonly intended: ScriptedCall;
  id: string;
  sent: WrittenCall;
  tries: number;
  result?: Result | undefined;
}

/**
 * The next turn of a well-meaning model that errs: each call gets a slip now and then, and is fixed only as far as the
 * answer says how. It keeps no state: the conversation has what it sent and was told.
 */
export function carelessTurn(history: History, intend: Intent, manner: Manner): ScriptedTurn {
  const { meant, attempts } = unfolded(history, intend);
  const fixed = attempts.flatMap((attempt) => fixedCall(attempt) ?? []);
  if (fixed.length > 0) return { text: 'I fix what I was told about, and nothing else.', calls: fixed.map(asWritten) };
  const turn = intend(meant);
  if (!turn.calls) return turn;
  const made = turn.calls.map((call, index) => slipped(call, meant.length * 101 + index, manner));
  // Repeated calls go to the end, so that the others keep their positions.
  return { ...turn, calls: [...made.flatMap(([first]) => first ?? []), ...made.flatMap(([, ...again]) => again)] };
}

/** The conversation as it was meant, and the calls in it that are not settled yet. */
function unfolded(history: History, intend: Intent): { meant: History; attempts: readonly Attempt[] } {
  const meant: HistoryEntry[] = [];
  let text = '';
  let attempts: Attempt[] = [];
  const settle = (): void => {
    const done = attempts.flatMap((attempt) => (attempt.result ? [{ ...attempt, result: attempt.result }] : []));
    const calls = done.map(({ id, intended, sent: { name, args } }) =>
      'input' in intended ? { id, ...intended } : { id, name, input: { malformed_arguments: args } },
    );
    if (calls.length > 0) meant.push({ role: 'assistant', text, calls }, ...done.map(({ result }) => result));
    attempts = [];
  };
  for (const entry of history) {
    if (entry.role === 'result') {
      const attempt = attempts.find(({ id }) => id === entry.callId);
      if (attempt) attempt.result = entry;
      if (attempts.every((one) => one.result && !fixedCall(one))) settle();
    } else if (entry.role === 'assistant' && entry.calls.length > 0) {
      const open = attempts.filter(fixedCall);
      if (open.length === 0) {
        settle();
        text = entry.text;
        const { calls = [] } = intend(meant);
        attempts = entry.calls
          .filter((call, index) => !isAgain(call, index, entry.calls, calls.length))
          .map((call, index) => {
            const sent = { name: call.name, args: argsOf(call.input) };
            return {
              intended: calls[index] ?? { name: sent.name, rawArguments: sent.args },
              id: call.id,
              sent,
              tries: 1,
            };
          });
      }
      for (const [index, attempt] of open.entries()) {
        const again = entry.calls[index];
        if (!again) continue;
        const sent = { name: again.name, args: argsOf(again.input) };
        Object.assign(attempt, { id: again.id, sent, tries: attempt.tries + 1, result: undefined });
      }
    } else {
      settle();
      meant.push(entry);
    }
  }
  return { meant, attempts };
}

/** The call to make after a failure; undefined if there is nothing to fix, or the answer does not say what. */
function fixedCall({ intended, sent, tries, result }: Attempt): WrittenCall | undefined {
  if (!result?.failed || isRefused(result) || tries >= MOST_TRIES || !('input' in intended)) return undefined;
  const fixed = fixCall(sent, intended, result.text);
  return isDeepStrictEqual(fixed, sent) ? undefined : fixed;
}

/** Text that was not valid JSON comes back to a model in a field of its own. */
const argsOf = ({ malformed_arguments: malformed, ...input }: Readonly<Record<string, unknown>>): string =>
  typeof malformed === 'string' ? malformed : JSON.stringify(input);

/** Whether a call beyond the intended ones only repeats an earlier call of its turn. */
const isAgain = (call: Made, index: number, made: readonly Made[], meant: number): boolean =>
  index >= meant &&
  made.slice(0, meant).some(({ name, input }) => name === call.name && isDeepStrictEqual(input, call.input));

const asWritten = ({ name, args }: WrittenCall): ScriptedCall => ({ name, rawArguments: args });

/** The calls that are made in place of the intended one. */
function slipped(call: ScriptedCall, place: number, { seed = 1, rates, offered }: Manner): ScriptedCall[] {
  if (!('input' in call)) return [call];
  const schema = offered.find(({ name }) => name === call.name)?.schema ?? {};
  const random = seeded(seed ^ Math.imul(place, 0x9e3779b1));
  for (const kind of SLIP_KINDS) {
    const rate = rates ? (rates[kind] ?? 0) : CARELESS_RATE;
    const made = random() < rate && SLIPS[kind](call, schema, random, offered);
    if (made) return Array.from({ length: made.times ?? 1 }, () => asWritten(made));
  }
  return [call];
}
