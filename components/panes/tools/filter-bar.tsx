'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { PRESETS } from '@/lib/tools/presets';
import { Search } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { SearchInput } from '../../elements/search-input';
import { cx } from '../../elements/cx';
import { Pick } from '../../elements/pick';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { isTextField } from '../../state/keys';
import { useAct, useClientState } from '../../state/page-context';
import type { ToolListFilter } from './filter';

/** Filters tools by words, source, category and tier, and chooses the preset. */
export function FilterBar(props: {
  pool: readonly PoolEntryView[];
  found: readonly PoolEntryView[];
  filter: ToolListFilter;
  /** Set beside an open tool: there is only room for the search. */
  narrow: boolean;
  onFilter: (filter: ToolListFilter) => void;
}) {
  const { pool, found, filter, narrow, onFilter } = props;
  const act = useAct();
  const [text, label] = [useText('tools'), useSaid('label')];
  const preset = useClientState((state) => state.options.preset) ?? '';
  const search = useRef<HTMLInputElement>(null);
  useSlash(search);
  return (
    <div
      className={cx('flex shrink-0 flex-wrap items-center gap-2 border-b border-line', narrow ? 'p-2' : 'px-4 py-2.5')}
    >
      <label className="field flex min-w-0 flex-1 basis-48 items-center gap-2 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent">
        <Search aria-hidden size={13} className="shrink-0 text-faint" />
        <SearchInput
          ref={search}
          aria-label={text('find')}
          placeholder={text('findPlaceholder', { count: pool.length })}
          value={filter.words}
          onChange={({ target }) => onFilter({ ...filter, words: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            document.querySelector<HTMLElement>('[data-tool]')?.focus();
          }}
          className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-faint"
        />
      </label>
      {!narrow && (
        <>
          <Pick
            label={text('source')}
            value={filter.source}
            options={choices(text('anySource'), pool, ({ source }) => source, label)}
            onPick={(source) => onFilter({ ...filter, source })}
          />
          <Pick
            label={text('category')}
            value={filter.category}
            options={choices(text('anyCategory'), pool, ({ tool }) => tool.category, label)}
            onPick={(category) => onFilter({ ...filter, category })}
          />
          <Pick
            label={text('tierPick')}
            title={text('tierExplains')}
            value={filter.tier}
            options={choices(text('anyTier'), pool, ({ tool }) => tool.tier, label)}
            onPick={(tier) => onFilter({ ...filter, tier })}
          />
          <Pick
            label={text('design')}
            title={text('designExplains')}
            value={preset}
            options={[{ id: '', title: text('ours') }, ...PRESETS.map(({ id, title }) => ({ id, title }))]}
            onPick={(id) => act((client) => client.setOptions({ preset: id }))}
          />
        </>
      )}
      <p role="status" className={cx('text-xs text-faint', narrow && 'sr-only')}>
        {text('count', { count: found.length })}
      </p>
    </div>
  );
}

const choices = (
  all: string,
  pool: readonly PoolEntryView[],
  of: (entry: PoolEntryView) => string,
  label: (id: string) => string,
) => [
  { id: '', title: all },
  ...[...new Set(pool.map(of))].toSorted((a, b) => a.localeCompare(b)).map((id) => ({ id, title: label(id) })),
];

/** `/` moves the focus to the search, except in text fields. */
function useSlash(search: React.RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.metaKey || event.ctrlKey || isTextField(event.target)) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [search]);
}
