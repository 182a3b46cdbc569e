'use client';

import { PaneTitle } from '../../elements/pane';
import { count, dollars } from '../../elements/format';
import { useHostState } from '../../state/page-context';
import { FormFigures } from './form-figures';
import { ByAgent } from './by-agent';
import { totalUsage } from './usage';

/** Tokens and cost, which open to the turns they are made of. */
export function TokensPane() {
  const turns = useHostState((state) => state.thread.turns);
  const agents = useHostState((state) => state.agents);
  const total = totalUsage(turns, agents);
  return (
    <section aria-label="Tokens" className="shrink-0 border-t border-line pb-2">
      <PaneTitle end={<span className="tabular-nums">{dollars(total.cost)}</span>}>Tokens</PaneTitle>
      <FormFigures />
      <dl className="grid grid-cols-[1fr_auto] gap-y-0.5 px-3 text-xs text-dim">
        <dt>In</dt>
        <dd className="font-mono tabular-nums">{count(total.inputTokens)}</dd>
        {total.cachedInputTokens > 0 && (
          <>
            <dt className="pl-3">of which cached</dt>
            <dd className="font-mono tabular-nums">{count(total.cachedInputTokens)}</dd>
          </>
        )}
        <dt>Out</dt>
        <dd className="font-mono tabular-nums">{count(total.outputTokens)}</dd>
      </dl>
      {agents.length > 0 && <ByAgent turns={turns} agents={agents} />}
      {turns.length > 0 && (
        <details className="px-3 pt-1 text-xs">
          <summary className="w-fit cursor-default rounded text-dim hover:text-text">By turn</summary>
          <div className="max-h-40 overflow-y-auto pt-1" tabIndex={0} role="region" aria-label="Tokens by turn">
            <table className="w-full text-right font-mono text-2xs text-dim tabular-nums">
              <thead>
                <tr className="text-faint">
                  <th className="text-left font-normal">Turn</th>
                  <th className="font-normal">In</th>
                  <th className="font-normal">Out</th>
                  <th className="font-normal">Cost</th>
                </tr>
              </thead>
              <tbody>
                {turns.map((turn, index) => (
                  <tr key={`${turn.runId}:${turn.startedAt}`} title={`${turn.model}, stopped for: ${turn.stop}`}>
                    <td className="text-left">{index + 1}</td>
                    <td>{count(turn.inputTokens)}</td>
                    <td>{count(turn.outputTokens)}</td>
                    <td>{dollars(turn.cost)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  );
}
