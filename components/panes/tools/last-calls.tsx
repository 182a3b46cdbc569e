import { StateMark } from '../../elements/state-mark';
import { writeLink } from '../../state/deep-link';
import { timeOf } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import { useRecentCalls } from './use-recent-calls';

/** This browser's latest calls of a tool, and who made them. */
export function LastCalls({ tool }: { tool: string }) {
  const calls = useRecentCalls(tool);
  const [text, locale] = [useText('tools'), useLocale()];
  return (
    <section aria-label={text('lastCalls')} className="grid min-w-0 gap-1.5">
      <h2 className="text-xs font-semibold">{text('lastCalls')}</h2>
      {calls.length === 0 && <p className="text-xs text-dim">{text('lastCallsNone')}</p>}
      <ol className="grid gap-1">
        {calls.map(({ callId, threadId, args, phase, error, endedAt }) => (
          <li key={callId} className="flex items-center gap-2 text-xs">
            <StateMark phase={phase} />
            <code className="min-w-0 flex-1 truncate" title={args}>
              {args.replaceAll(/\s+/g, ' ')}
            </code>
            {error !== undefined && <code className="shrink-0 text-2xs text-bad">{error}</code>}
            {threadId === undefined ? (
              <span className="shrink-0 text-dim">{text('byHand')}</span>
            ) : (
              <a href={`/${writeLink({ thread: threadId })}`} className="shrink-0 text-accent underline">
                {text('inThread')}
              </a>
            )}
            <time className="shrink-0 text-2xs text-faint">{timeOf(endedAt, locale)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
