import { count, dollars } from '../../elements/format';
import type { Usage } from './usage';

/** What tokens and cost are made of, row by row, once it is opened. */
export function TokenTable(props: {
  /** What a row is about, such as `turn`. */
  by: string;
  rows: readonly (Usage & { id: string; name: string; title?: string })[];
}) {
  const { by, rows } = props;
  return (
    <details className="px-3 pt-1 text-xs">
      <summary className="w-fit cursor-default rounded text-dim hover:text-text">By {by}</summary>
      <div className="max-h-40 overflow-y-auto pt-1" tabIndex={0} role="region" aria-label={`Tokens by ${by}`}>
        <table className="w-full table-fixed text-right font-mono text-2xs text-dim tabular-nums">
          <thead>
            <tr className="text-faint [&>th]:font-normal">
              <th scope="col" className="w-[36%] text-left capitalize">
                {by}
              </th>
              <th scope="col">In</th>
              <th scope="col">Out</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, title = name, inputTokens, outputTokens, cost }) => (
              <tr key={id} title={title}>
                <td className="truncate text-left">{name}</td>
                <td>{count(inputTokens)}</td>
                <td>{count(outputTokens)}</td>
                <td>{dollars(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
