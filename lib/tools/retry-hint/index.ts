import { codeOf, isRetryable, type Language, type ToolResult } from '@/lib/protocol';
import type { CallResult } from '../result';
import type { Trace } from '../invocation';
import { OUR_SYSTEM, type System } from '../system';
import { OUTCOME_UNKNOWN, RETRY_HINTS, type Retry } from './retry-hints';

export { RETRY_HINTS, type RetryHint, type Retry } from './retry-hints';

const WORD: Record<Language, string> = { en: 'Advice: ', zh: '建议：' };

/** What kind of retry helps after a failed call, the hint, and the line that tells the model. */
export function retryHintOn(
  result: ToolResult,
  language: Language,
  { names }: System = OUR_SYSTEM,
): { retry: Retry; hint: string; line: string } {
  const code = codeOf(result.error ?? 'EXECUTION_ERROR');
  const { retry, say } = isRetryable(code) && result.retryable === false ? OUTCOME_UNKNOWN : RETRY_HINTS[code];
  const sentence = say[language];
  const hint = typeof sentence === 'function' ? sentence(result, names) : sentence;
  return { retry, hint, line: WORD[language] + hint };
}

/** After a failed call, adds a line for the model that says what kind of retry helps. */
export function addRetryHint(result: CallResult, language: Language, trace: Trace, system?: System): CallResult {
  if (result.success) return result;
  const { retry, hint, line } = retryHintOn(result, language, system);
  trace.note('retry-hint', 'noted', `${retry}: ${hint}`);
  return { ...result, text: addLine(result.text, line) };
}

/** A command's output must still end with its exit code after a line is added. */
const LAST_LINE = /(?:^|\n)\[Exit code: -?\d+\]$/;

function addLine(text: string, line: string): string {
  const last = LAST_LINE.exec(text);
  if (last) return `${text.slice(0, last.index)}${last.index > 0 ? '\n' : ''}${line}\n${last[0].trimStart()}`;
  return text === '' ? line : `${text}\n${line}`;
}
