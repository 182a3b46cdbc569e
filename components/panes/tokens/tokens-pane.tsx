'use client';

import { PaneTitle } from '../../elements/pane';
import { count, dollars } from '../../elements/format';
import { useClientState } from '../../state/page-context';
import { DeclarationFigures } from './declaration-figures';
import { totalUsage, type UsageFigures } from './usage';

/** Tokens and cost, which open to the turns they are made of. */
export function TokensPane() {
  const turns = useClientState((state) => state.thread.turns);
  const agents = useClientState((state) => state.agents);
  const total = totalUsage(turns, agents);
  return (
    <section aria-label="Tokens" className="shrink-0 border-t border-line pb-2">
      <PaneTitle end={<span className="tabular-nums">{dollars(total.cost)}</span>}>Tokens</PaneTitle>
      <DeclarationFigures />
      <dl className="grid grid-cols-[1fr_auto] px-3 pt-px text-xs text-dim [&>dd]:text-right [&>dd]:font-mono [&>dd]:tabular-nums">
        <dt>In</dt>
        <dd>{count(total.inputTokens)}</dd>
        {total.cachedInputTokens > 0 && (
          <>
            <dt className="pl-3">of which cached</dt>
            <dd>{count(total.cachedInputTokens)}</dd>
          </>
        )}
        <dt>Out</dt>
        <dd>{count(total.outputTokens)}</dd>
      </dl>
      {agents.length > 0 && (
        <TokenTable
          by="agent"
          rows={[
            { id: 'main', name: 'this agent', ...totalUsage(turns) },
            ...agents.map(({ id, name, usage }) => ({ id, name, ...usage })),
          ]}
        />
      )}
      {turns.length > 0 && (
        <TokenTable
          by="turn"
          rows={turns.map((turn, index) => ({
            id: `${turn.runId}:${turn.startedAt}`,
            name: String(index + 1),
            title: `${turn.model}, stopped for: ${turn.stop}`,
            ...turn,
          }))}
        />
      )}
    </section>
  );
}

/** What tokens and cost are made of, row by row, once it is opened. */
function TokenTable(props: {
  /** What a row is about, such as `turn`. */
  by: string;
  rows: readonly (UsageFigures & { id: string; name: string; title?: string })[];
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
