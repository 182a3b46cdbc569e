'use client';

import { nearest } from '@/lib/schema';
import { useMemo, useState } from 'react';
import { Button } from '../../elements/button';
import { EmptyNote } from '../../elements/pane';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { useToolLine } from '../../state/use-tool-line';
import { useTokens } from '../contract/use-tokens';
import { filteredTools, NO_FILTER } from './filter';
import { FilterBar } from './filter-bar';
import { ToolPage } from './tool-page';
import { ToolTable } from './tool-table';
import { useToolName } from './use-tool-name';

/** All tools, filtered by words and properties, and the one that the address names. */
export default function ToolsView() {
  const text = useText('tools');
  const pool = useClientState((state) => state.pool);
  const error = useClientState((state) => state.error);
  const [name, open] = useToolName();
  const [filter, setFilter] = useState(NO_FILTER);
  const tokens = useTokens(pool);
  const lineOf = useToolLine();
  const found = useMemo(() => filteredTools(pool, filter, lineOf), [pool, filter, lineOf]);
  const entry = pool.find((one) => one.name === name);
  if (pool.length === 0) {
    return <EmptyNote>{error ? text('loadFailed', { message: error.message }) : text('loading')}</EmptyNote>;
  }
  return (
    <div className="flex min-h-0 flex-1">
      {!entry && <h1 className="sr-only">{text('all')}</h1>}
      <section
        aria-label={text('all')}
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
  const text = useText('tools');
  const meant = nearest(name, names);
  return (
    <EmptyNote>
      <p className="break-all">{text.rich('unknown', { ...TAGS, name })}</p>
      <p className="mt-2 flex flex-wrap justify-center gap-2">
        {meant !== undefined && <Button onClick={() => onOpen(meant)}>{text('open', { name: meant })}</Button>}
        <Button onClick={() => onOpen()}>{text('all')}</Button>
      </p>
    </EmptyNote>
  );
}
