import { StateMark } from '../../elements/state-mark';
import { writeLink } from '../../state/deep-link';
import { timeOf } from '../../elements/format';
import { useLocale } from '../../messages/use-text';
import { useRecentCalls } from './use-recent-calls';

/** The calls of a tool that this browser made last, and who made them. */
export function LastCalls({ tool }: { tool: string }) {
  const calls = useRecentCalls(tool);
  const locale = useLocale();
  return (
    <section aria-label="Last calls" className="grid min-w-0 gap-1.5">
      <h2 className="text-xs font-semibold">Last calls</h2>
      {calls.length === 0 && <p className="text-xs text-dim">None yet, in this browser.</p>}
      <ol className="grid gap-1">
        {calls.map(({ callId, threadId, args, phase, error, endedAt }) => (
          <li key={callId} className="flex items-center gap-2 text-xs">
            <StateMark phase={phase} />
            <code className="min-w-0 flex-1 truncate" title={args}>
              {args.replaceAll(/\s+/g, ' ')}
            </code>
            {error !== undefined && <code className="shrink-0 text-2xs text-bad">{error}</code>}
            {threadId === undefined ? (
              <span className="shrink-0 text-dim">by hand</span>
            ) : (
              <a href={`/${writeLink({ thread: threadId })}`} className="shrink-0 text-accent underline">
                in a thread
              </a>
            )}
            <time className="shrink-0 text-2xs text-faint">{timeOf(endedAt, locale)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
