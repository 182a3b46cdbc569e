import type { Language, ValidationIssue } from '@/lib/protocol';
import { MESSAGES } from './messages';

/** How many issues are listed; the rest are only counted. */
const SHOWN = 20;

/** The text a model gets when its arguments are refused. */
export function explain(issues: readonly ValidationIssue[], language: Language = 'en'): string {
  const say = MESSAGES[language];
  return [
    say.refused(issues.length),
    ...issues
      .slice(0, SHOWN)
      .map(({ path, expected, received, message }, index) => say.issue(index + 1, path, expected, received, message)),
    ...(issues.length > SHOWN ? [say.more(issues.length - SHOWN)] : []),
    say.correct,
  ].join('\n');
}
