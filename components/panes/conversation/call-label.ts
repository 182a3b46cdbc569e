import type { CallView } from '@/lib/client/state';
import type { Text } from '../../messages/text';

/** What a call is about: its title without the tool's name in front, `src/cart.ts`. */
export function callSubject(name: string, title: string): string {
  const rest = title.startsWith(name) ? title.slice(name.length).trim() : title;
  return rest.replace(/^[:·-]\s*/, '');
}

/** One line for people on how a finished call ended, failures as `said`. Undefined if its state says it all. */
export function callOutcome(
  call: CallView,
  text: Text<'thread'>,
  said: (failure: string) => string,
): string | undefined {
  const { result, issues, phase } = call;
  // In the run's language, which need not be the page's: nothing of ours stands between.
  if (phase === 'invalid' && issues.length > 0) return joined(issues.map(({ message }) => said(message)));
  if (!result) return undefined;
  if (result.denial) return result.denial.reason || text('noReason');
  return result.summary ?? said(firstLine(result.text));
}

/** Sentences in a row; Chinese ones need no space between. */
const joined = (sentences: readonly string[]): string => sentences.join(' ').replaceAll(/([。？！]) /g, '$1');

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';
