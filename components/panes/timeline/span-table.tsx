import { duration } from '../../elements/format';
import type { Span } from './spans';

/** The same as a table, for those who read rather than look. */
export function SpanTable({ spans }: { spans: readonly Span[] }) {
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  const from = ordered[0]?.start ?? 0;
  return (
    <div className="min-h-0 flex-1 overflow-auto px-3 py-2" tabIndex={0} role="region" aria-label="Timeline as a table">
      <table className="w-full font-mono text-2xs text-dim tabular-nums">
        <thead>
          <tr className="text-left text-faint [&>th]:pr-4 [&>th]:font-normal [&>th]:whitespace-nowrap">
            <th scope="col">What</th>
            <th scope="col">Lane</th>
            <th scope="col">State</th>
            <th scope="col">Began after</th>
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {ordered.map(({ id, title, lane, inside, state, start, end }) => (
            <tr key={id} className="[&>td]:pr-4 [&>td+td]:whitespace-nowrap">
              <td className="text-text">{title}</td>
              <td>{inside ? `${inside.name} › ${lane}` : lane}</td>
              <td>{state}</td>
              <td>{duration(start - from)}</td>
              <td>{duration(end - start)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
