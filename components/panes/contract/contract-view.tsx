'use client';

import { EmptyNote } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState, useUi } from '../../state/page-context';
import { ToolContract } from './tool-contract';
import { ToolList } from './tool-list';
import { useTokens } from './use-tokens';

/** The pool's tools, and what a model gets for the chosen one. */
export default function ContractView() {
  const text = useText('contract');
  const pool = useClientState((state) => state.pool);
  const wanted = useUi((ui) => ui.contractTool);
  const chooseTool = useUi((ui) => ui.chooseTool);
  const draft = useUi((ui) => ui.draft);
  const tokens = useTokens(pool);
  const entry = pool.find(({ name }) => name === wanted) ?? (wanted === null ? pool[0] : undefined);
  if (pool.length === 0) return <EmptyNote>{text('loading')}</EmptyNote>;
  return (
    <div className="list-beside">
      <ToolList pool={pool} chosen={entry?.name} tokens={tokens} onChoose={chooseTool} />
      {entry ? (
        <ToolContract
          key={`${entry.source} ${entry.name} ${draft?.later ?? false} ${draft?.args ?? ''}`}
          entry={entry}
          tokens={tokens.get(entry.name)}
          draft={draft?.name === entry.name ? draft : undefined}
        />
      ) : (
        <EmptyNote>{text('unknown', { name: wanted ?? '' })}</EmptyNote>
      )}
    </div>
  );
}
