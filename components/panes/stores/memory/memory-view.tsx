'use client';

import type { Memory, MemoryStore } from '@/lib/ports';
import { X } from 'lucide-react';
import { useState, useEffect } from 'react';
import { SearchInput } from '../../../elements/search-input';
import { Button, IconButton } from '../../../elements/button';
import { ago, timeOf } from '../../../elements/format';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useLocale, useText } from '../../../messages/use-text';
import { useAct, useClientState } from '../../../state/page-context';
import { useNow } from '../../../state/use-now';
import { useObserved } from '../../../state/use-observed';
import { inRow } from '../../../messages/locale';

/** The most memories shown for one search. */
const MOST = 100;

/** The memories found by a query, best first; all of them without a query. */
function useRecalled(store: MemoryStore | undefined, all: readonly Memory[], query: string): readonly Memory[] {
  const [recalled, setRecalled] = useState<readonly Memory[]>([]);
  const searching = query.trim() !== '';
  useEffect(() => {
    if (!searching || !store) return undefined;
    let over = false;
    void store.recall(query, MOST).then(
      (found) => over || setRecalled(found),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [store, all, query, searching]);
  return searching ? recalled : all;
}

/** The agents' memories, to search and to delete. */
export default function MemoryView() {
  const act = useAct();
  const [text, names] = [useText('storeViews'), useText('stores')];
  const memory = useClientState((state) => state.ports.memory);
  const all = useObserved(memory) ?? [];
  const [query, setQuery] = useState('');
  const [forgotten, setForgotten] = useState<Memory>();
  const found = useRecalled(memory, all, query);
  if (all.length === 0 && !forgotten) {
    return <EmptyNote>{text.rich('memoryNone', TAGS)}</EmptyNote>;
  }
  const forget = (one: Memory): void => {
    setForgotten(one);
    act(() => memory?.forget(one.id));
  };
  const undo = (): void => {
    if (!forgotten) return;
    act(() => memory?.restore(forgotten));
    setForgotten(undefined);
  };
  return (
    <>
      <PaneTitle end={<span className="tabular-nums">{text('memoriesCount', { count: all.length })}</span>}>
        {names('memory')}
      </PaneTitle>
      <div className="shrink-0 px-3 pb-1.5">
        <SearchInput
          aria-label={text('memorySearch')}
          placeholder={text('memorySearchExample')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          className="field w-full"
        />
      </div>
      {forgotten && (
        <p
          role="status"
          className="mx-3 mb-1.5 flex shrink-0 items-center gap-2 rounded-md bg-raised px-2.5 py-1 text-xs"
        >
          <span className="min-w-0 flex-1 truncate">{text('forgotten', { text: forgotten.text })}</span>
          <Button look="quiet" onClick={undo}>
            {text('undo')}
          </Button>
        </p>
      )}
      {found.length === 0 && <p className="px-3 py-1 text-dim">{text('memoryNoMatch')}</p>}
      <ul aria-label={text('memories')} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto pb-1.5">
        {found.map((one) => (
          <Line key={one.id} memory={one} onForget={() => forget(one)} />
        ))}
      </ul>
    </>
  );
}

function Line({ memory: { text: remembered, tags, storedAt }, onForget }: { memory: Memory; onForget: () => void }) {
  const now = useNow(false);
  const [text, locale] = [useText('storeViews'), useLocale()];
  return (
    <li className="group flex items-start gap-2 px-3 py-1 hover:bg-hover">
      <span className="grid min-w-0 flex-1">
        <span className="break-words">{remembered}</span>
        <span className="truncate text-2xs text-faint">
          <time dateTime={new Date(storedAt).toISOString()} title={timeOf(storedAt, locale)}>
            {ago(now - storedAt, locale)}
          </time>
          {tags.length > 0 && ` · ${inRow(tags)}`}
        </span>
      </span>
      <IconButton label={text('forget', { text: remembered.slice(0, 40) })} onClick={onForget}>
        <X aria-hidden size={13} />
      </IconButton>
    </li>
  );
}
