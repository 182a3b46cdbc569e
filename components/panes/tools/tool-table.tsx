'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { Button } from '../../elements/button';
import { cx } from '../../elements/cx';
import { count } from '../../elements/format';
import { EmptyNote } from '../../elements/pane';
import { SourceBadge } from '../../elements/source-badge';
import { useSaid } from '../../messages/use-said';
import { useLocale, useText } from '../../messages/use-text';
import { whyOff } from '../../state/tool-labels';
import { useToolLine } from '../../state/use-tool-line';
import { toolAddress } from './use-tool-name';

/** The tools, each a link to its page; arrow keys move along them. Beside an open tool there is only room for names and costs. */
export function ToolTable(props: {
  entries: readonly PoolEntryView[];
  /** Tokens of each tool's form by name, once they have been counted. */
  tokens: ReadonlyMap<string, number>;
  chosen: string | undefined;
  onOpen: (name: string) => void;
  onClear: () => void;
}) {
  const { entries, tokens, chosen, onOpen, onClear } = props;
  const text = useText('tools');
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])];
    const next = rows[rows.findIndex((row) => row === document.activeElement) + step];
    event.preventDefault();
    if (next) next.focus();
    else if (step < 0) document.querySelector<HTMLElement>('input[type="search"]')?.focus();
  };
  if (entries.length === 0) {
    return (
      <EmptyNote>
        <p>{text('noMatch')}</p>
        <Button className="mt-2" onClick={onClear}>
          {text('showAll')}
        </Button>
      </EmptyNote>
    );
  }
  return (
    <ul ref={list} aria-label={text('list')} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto py-1">
      {entries.map((entry) => (
        <ToolRow
          key={`${entry.source} ${entry.name}`}
          entry={entry}
          tokens={tokens.get(entry.name)}
          chosen={entry.name === chosen}
          wide={chosen === undefined}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}

function ToolRow(props: {
  entry: PoolEntryView;
  tokens: number | undefined;
  chosen: boolean;
  wide: boolean;
  onOpen: (name: string) => void;
}) {
  const { entry, tokens, chosen, wide, onOpen } = props;
  const { name, source, enabled, tool } = entry;
  const [text, locale, label] = [useText('tools'), useLocale(), useSaid('label')];
  const off = whyOff(entry);
  const line = useToolLine()(tool);
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(name);
  };
  return (
    <li>
      <a
        href={toolAddress(name)}
        data-tool={name}
        aria-current={chosen ? 'page' : undefined}
        title={off ? text('offExplains', { line, why: off }) : line}
        onClick={open}
        className={cx(
          'flex min-h-7 items-baseline gap-3 py-1 hover:bg-hover',
          wide ? 'px-4' : 'px-3',
          chosen && 'bg-raised shadow-[inset_2px_0_var(--accent)]',
        )}
      >
        <span
          className={cx(
            'truncate font-mono text-xs',
            wide ? 'w-44 shrink-0 max-sm:w-auto' : 'min-w-0 flex-1',
            !enabled && 'text-faint line-through',
          )}
        >
          {name}
        </span>
        {wide && (
          <>
            <span className="min-w-0 flex-1 truncate text-xs text-dim max-sm:hidden">{line}</span>
            <span className="w-20 shrink-0 truncate text-2xs text-faint max-md:hidden">{label(tool.category)}</span>
          </>
        )}
        {(wide || source !== 'builtin') && <SourceBadge source={source} />}
        <span
          className={cx('shrink-0 text-right text-2xs text-faint tabular-nums', wide ? 'ml-auto w-12 sm:w-20' : 'w-10')}
        >
          {tokens !== undefined && (
            <>
              {count(tokens, locale)}
              <span className={wide ? 'max-sm:sr-only' : 'sr-only'}> {text('tokens')}</span>
            </>
          )}
        </span>
      </a>
    </li>
  );
}
