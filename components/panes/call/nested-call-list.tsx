import type { ToolResult } from '@/lib/protocol';
import { cx } from '../../elements/cx';
import { duration } from '../../elements/format';
import { phaseLook, StateMark } from '../../elements/state-mark';
import { useLocale, useText } from '../../messages/use-text';
import { nestedRecords } from './nested-records';

/** The calls that a call has made, each with its outcome. */
export function NestedCallList({ details, className }: { details: ToolResult['details']; className?: string }) {
  const [text, locale] = [useText('call'), useLocale()];
  const nested = nestedRecords(details);
  if (nested.length === 0) return null;
  return (
    <ol aria-label={text('nested')} className={cx('text-xs', className)}>
      {nested.map(({ id, name, args, phase, error, startedAt, endedAt, text: told }) => (
        <li key={id} className="flex items-center gap-2 py-0.5" title={told}>
          <StateMark phase={phase} />
          <span className="max-w-[50%] shrink-0 truncate font-mono" title={args}>
            {name} <span className="text-dim">{args}</span>
          </span>
          <span className={phaseLook(phase).tone}>{error ?? phaseLook(phase).word}</span>
          <span className="min-w-0 flex-1 truncate text-faint">{told}</span>
          <span className="shrink-0 text-2xs text-faint tabular-nums">{duration(endedAt - startedAt, locale)}</span>
        </li>
      ))}
    </ol>
  );
}
