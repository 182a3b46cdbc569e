'use client';

import { PaneTitle } from '../../elements/pane';
import { count, dollars } from '../../elements/format';
import { useClientState } from '../../state/page-context';
import { DeclarationFigures } from './declaration-figures';
import { TokenTable } from './token-table';
import { totalUsage } from './usage';

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
