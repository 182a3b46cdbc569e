import { duration } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import { laneLabel } from './lane-label';
import type { Span } from './spans';

/** The spans as a table, for those who read rather than look. */
export function SpanTable({ spans }: { spans: readonly Span[] }) {
  const [text, locale] = [useText('timeline'), useLocale()];
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  const from = ordered[0]?.start ?? 0;
  return (
    <div className="min-h-0 flex-1 overflow-auto px-3 py-2" tabIndex={0} role="region" aria-label={text('asTable')}>
      <table className="w-full font-mono text-2xs text-dim tabular-nums">
        <thead>
          <tr className="text-left text-faint [&>th]:pr-4 [&>th]:font-normal [&>th]:whitespace-nowrap">
            <th scope="col">{text('what')}</th>
            <th scope="col">{text('lane')}</th>
            <th scope="col">{text('state')}</th>
            <th scope="col">{text('beganAfter')}</th>
            <th scope="col">{text('duration')}</th>
          </tr>
        </thead>
        <tbody>
          {ordered.map(({ id, title, lane, inside, state, start, end }) => (
            <tr key={id} className="[&>td]:pr-4 [&>td+td]:whitespace-nowrap">
              <td className="text-text">{title}</td>
              <td>{inside ? `${inside.name} › ${laneLabel(lane, text).name}` : laneLabel(lane, text).name}</td>
              <td>{text(state)}</td>
              <td>{duration(start - from, locale)}</td>
              <td>{duration(end - start, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
