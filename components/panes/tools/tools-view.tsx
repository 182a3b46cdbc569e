'use client';

import { nearest } from '@/lib/schema';
import { useMemo, useState } from 'react';
import { Button } from '../../elements/button';
import { EmptyNote } from '../../elements/pane';
import { useClientState } from '../../state/page-context';
import { useTokens } from '../contract/use-tokens';
import { filteredTools, NO_FILTER } from './filter';
import { FilterBar } from './filter-bar';
import { ToolPage } from './tool-page';
import { ToolTable } from './tool-table';
import { useToolName } from './use-tool-name';

/** All tools, found by words and by what they are; and the one that the address names. */
export default function ToolsView() {
  const pool = useClientState((state) => state.pool);
  const error = useClientState((state) => state.error);
  const [name, open] = useToolName();
  const [filter, setFilter] = useState(NO_FILTER);
  const tokens = useTokens(pool);
  const found = useMemo(() => filteredTools(pool, filter), [pool, filter]);
  const entry = pool.find((one) => one.name === name);
  if (pool.length === 0) {
    return (
      <EmptyNote>{error ? `The tools could not be loaded: ${error.message}` : 'The tools are loading…'}</EmptyNote>
    );
  }
  return (
    <div className="flex min-h-0 flex-1">
      <section
        aria-label="All tools"
        className={
          name === undefined
            ? 'flex min-w-0 flex-1 flex-col'
            : 'hidden w-64 shrink-0 flex-col border-r border-line md:flex'
        }
      >
        <FilterBar pool={pool} found={found} filter={filter} narrow={name !== undefined} onFilter={setFilter} />
        <ToolTable entries={found} tokens={tokens} chosen={name} onOpen={open} onClear={() => setFilter(NO_FILTER)} />
      </section>
      {entry && (
        <ToolPage
          key={`${entry.source} ${entry.name}`}
          entry={entry}
          tokens={tokens.get(entry.name)}
          onBack={() => open()}
        />
      )}
      {name !== undefined && !entry && <Unknown name={name} names={pool.map((one) => one.name)} onOpen={open} />}
    </div>
  );
}

function Unknown(props: { name: string; names: readonly string[]; onOpen: (name?: string) => void }) {
  const { name, names, onOpen } = props;
  const meant = nearest(name, names);
  return (
    <EmptyNote>
      <p>
        There is no tool called <code className="break-all">{name}</code> here.
      </p>
      <p className="mt-2 flex flex-wrap justify-center gap-2">
        {meant !== undefined && <Button onClick={() => onOpen(meant)}>Open {meant}</Button>}
        <Button onClick={() => onOpen()}>All tools</Button>
      </p>
    </EmptyNote>
  );
}
