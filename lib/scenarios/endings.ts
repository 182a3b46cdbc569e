import type { AnsweredCall } from './history';
import type { ScriptedTurn } from './scenario';

/** Error codes of calls that were refused. */
const REFUSALS: ReadonlySet<string> = new Set([
  'GATE_DENIED',
  'HOOK_BLOCKED',
  'BLACKLIST_DENIED',
  'OUTSIDE_WRITE_ROOTS',
]);

export const isRefused = (step: Pick<AnsweredCall, 'error'>): boolean =>
  step.error !== undefined && REFUSALS.has(step.error);
export const isAborted = (step: AnsweredCall): boolean => step.error === 'ABORTED';

/** Cut off by a reload or a takeover: it may have taken effect. */
export const isLost = (step: AnsweredCall): boolean =>
  isAborted(step) && /^(?:Outcome unknown|结果未知)/.test(step.text);

/** The closing words if a call was refused or cut off; otherwise undefined. */
export function graceful(last: readonly AnsweredCall[]): ScriptedTurn | undefined {
  const refused = last.find(isRefused);
  if (refused) {
    return {
      text: `${refused.name} was not allowed, so I stop here and leave everything as it is.\n\n${fencedText(refused.text)}\n\nSay "go on" and I will ask again.`,
    };
  }
  const aborted = last.find(isAborted);
  if (aborted) {
    return {
      text: `${aborted.name} was stopped before it was done, so I stop too. Say "go on" and I will carry on from here.`,
    };
  }
  return undefined;
}

/** The closing words for a result that the script did not expect: what came back, and that the script ends here. */
export function unexpected(step: AnsweredCall | undefined, hope: string): ScriptedTurn {
  if (!step) return { text: `I expected ${hope}, and nothing came back. I have no script for that, so I stop here.` };
  const code = step.error ?? (step.failed ? 'an error' : 'something else');
  return {
    text: `I expected ${hope}, but ${step.name} gave ${code}:\n\n${fencedText(step.text)}\n\nMy script does not go further than that, so I stop here. A model with a key would look closer.`,
  };
}

const QUOTED = 400;

/** A tool's text in a fence, cut if it is long. */
export const fencedText = (text: string): string => fenced(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text);

/** Text in a fence longer than any run of backticks in it, so that it is not read as markup. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
