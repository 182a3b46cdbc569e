import type { CallView } from '@/lib/client/state';
import { textOf, type Text } from '../../messages/text';

/** What a call is about, without its tool's name in front: `src/cart.ts`. */
export function callSubject(call: CallView): string {
  const { name, title } = call;
  const rest = title.startsWith(name) ? title.slice(name.length).trim() : title;
  return rest.replace(/^[:·-]\s*/, '');
}

/** One line on how a settled call ended, for people. Undefined where the state alone says it. */
export function callOutcome(call: CallView, text: Text<'thread'>): string | undefined {
  const { result, issues, phase } = call;
  if (phase === 'invalid' && issues.length > 0) {
    const count = textOf('header')('issues', { count: issues.length });
    return `${text('notRun', { issues: count })} ${issues.map(({ message }) => message).join(' ')}`;
  }
  if (!result) return undefined;
  if (result.denial) return result.denial.reason || text('noReason');
  return result.summary ?? firstLine(result.text);
}

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';
