'use client';

import { PaneTitle } from '../../elements/pane';
import { count, dollars } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { DeclarationFigures } from './declaration-figures';
import { totalUsage, type UsageFigures } from './usage';

/** Tokens and cost, with details per turn. */
export function TokensPane() {
  const [text, locale] = [useText('tokens'), useLocale()];
  const turns = useClientState((state) => state.thread.turns);
  const agents = useClientState((state) => state.agents);
  const total = totalUsage(turns, agents);
  return (
    <section aria-label={text('title')} className="shrink-0 border-t border-line pb-2">
      <PaneTitle end={<span className="tabular-nums">{dollars(total.cost, locale)}</span>}>{text('title')}</PaneTitle>
      <DeclarationFigures />
      <dl className="grid grid-cols-[1fr_auto] px-3 pt-px text-xs text-dim [&>dd]:text-right [&>dd]:font-mono [&>dd]:tabular-nums">
        <dt>{text('in')}</dt>
        <dd>{count(total.inputTokens, locale)}</dd>
        {total.cachedInputTokens > 0 && (
          <>
            <dt className="pl-3">{text('cached')}</dt>
            <dd>{count(total.cachedInputTokens, locale)}</dd>
          </>
        )}
        <dt>{text('out')}</dt>
        <dd>{count(total.outputTokens, locale)}</dd>
      </dl>
      {agents.length > 0 && (
        <TokenTable
          by="agent"
          rows={[
            { id: 'main', name: text('thisAgent'), ...totalUsage(turns) },
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
            title: text('turnTitle', { model: turn.model, stop: turn.stop }),
            ...turn,
          }))}
        />
      )}
    </section>
  );
}

const BY = {
  agent: { title: 'byAgent', table: 'tokensByAgent' },
  turn: { title: 'byTurn', table: 'tokensByTurn' },
} as const;

/** Tokens and cost row by row, shown when opened. */
function TokenTable(props: {
  /** What each row stands for, such as `turn`. */
  by: keyof typeof BY;
  rows: readonly (UsageFigures & { id: string; name: string; title?: string })[];
}) {
  const { by, rows } = props;
  const [text, locale] = [useText('tokens'), useLocale()];
  return (
    <details className="px-3 pt-1 text-xs">
      <summary className="w-fit cursor-default rounded text-dim hover:text-text">{text(BY[by].title)}</summary>
      <div className="max-h-40 overflow-y-auto pt-1" tabIndex={0} role="region" aria-label={text(BY[by].table)}>
        <table className="w-full table-fixed text-right font-mono text-2xs text-dim tabular-nums">
          <thead>
            <tr className="text-faint [&>th]:font-normal">
              <th scope="col" className="w-[36%] text-left capitalize">
                {text(by)}
              </th>
              <th scope="col">{text('in')}</th>
              <th scope="col">{text('out')}</th>
              <th scope="col">{text('cost')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, title = name, inputTokens, outputTokens, cost }) => (
              <tr key={id} title={title}>
                <td className="truncate text-left">{name}</td>
                <td>{count(inputTokens, locale)}</td>
                <td>{count(outputTokens, locale)}</td>
                <td>{dollars(cost, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
