'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { Search } from 'lucide-react';
import { Fragment, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { SearchInput } from '../../elements/search-input';
import { cx } from '../../elements/cx';
import { count } from '../../elements/format';
import { SourceBadge } from '../../elements/source-badge';
import { Switch } from '../../elements/switch';
import { useSaid } from '../../messages/use-said';
import { useLocale, useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';
import { isSwitchable, whyOff } from '../../state/tool-labels';
import { useToolLine } from '../../state/use-tool-line';
import { groupTools } from './tool-groups';

/** All tools of the pool by kind, read-only ones first; they can be searched and switched on and off. */
export function ToolList(props: {
  pool: readonly PoolEntryView[];
  chosen: string | undefined;
  /** Tokens of each tool's form by name, once they have been counted. */
  tokens: ReadonlyMap<string, number>;
  onChoose: (name: string) => void;
}) {
  const { pool, chosen, tokens, onChoose } = props;
  const [text, label] = [useText('contract'), useSaid('label')];
  const [search, setSearch] = useState('');
  const lineOf = useToolLine();
  const groups = useMemo(() => groupTools(pool, search, lineOf), [pool, search, lineOf]);
  const list = useRef<HTMLDivElement>(null);
  const writing = groups.find(({ reads }) => !reads);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])];
    const next = rows[rows.findIndex((row) => row === document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div className="flex w-[214px] shrink-0 flex-col border-r border-line">
      <label className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-2.5 focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-accent">
        <Search aria-hidden size={13} className="shrink-0 text-faint" />
        <SearchInput
          data-pane-focus
          aria-label={text('find')}
          placeholder={text('findPlaceholder', { count: pool.length })}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-xs outline-none placeholder:text-faint"
        />
      </label>
      <div
        ref={list}
        role="group"
        aria-label={text('list')}
        onKeyDown={onKeyDown}
        className="min-h-0 overflow-y-auto pb-2"
      >
        {groups.length === 0 && <p className="px-3 py-3 text-xs text-dim">{text('noMatch')}</p>}
        {groups.map((group) => (
          <Fragment key={`${group.kind} ${group.reads}`}>
            {group === writing && (
              <p className="mt-2 flex items-center gap-2 px-2.5 text-2xs text-dim before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
                {text('writing')}
              </p>
            )}
            <h3 className="px-2.5 pt-1.5 pb-0.5 text-2xs text-faint">{label(group.kind)}</h3>
            <ul>
              {group.entries.map((entry) => (
                <ToolRow
                  key={`${entry.source} ${entry.name}`}
                  entry={entry}
                  chosen={entry.name === chosen}
                  tokens={tokens.get(entry.name)}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </div>
  );
}

function ToolRow(props: {
  entry: PoolEntryView;
  chosen: boolean;
  tokens: number | undefined;
  onChoose: (name: string) => void;
}) {
  const { entry, chosen, tokens, onChoose } = props;
  const [text, locale] = [useText('contract'), useLocale()];
  const { name, source, enabled, tool, replaces } = entry;
  const act = useAct();
  const disabled = useClientState((state) => state.toolSettings.disabled);
  const off = whyOff(entry);
  const line = useToolLine()(tool);
  return (
    <li className={cx('flex items-center gap-1.5 pr-2.5 hover:bg-hover', chosen && 'bg-raised')}>
      <button
        type="button"
        data-tool={name}
        aria-current={chosen}
        title={off ? text('offExplains', { line, why: off }) : line}
        onClick={() => onChoose(name)}
        className={cx(
          'flex h-6 min-w-0 flex-1 items-center gap-1.5 pl-2.5 text-left font-mono text-xs',
          chosen && 'shadow-[inset_2px_0_var(--accent)]',
        )}
      >
        <span className={cx('truncate', !enabled && 'text-faint line-through')}>{name}</span>
        {source !== 'builtin' && <SourceBadge source={source} />}
        {replaces && (
          <span title={text('replacesExplains', { source: replaces })} className="truncate text-2xs text-faint">
            {text('replaces', { source: replaces })}
          </span>
        )}
        <span className="ml-auto shrink-0 text-2xs text-faint tabular-nums">
          {tokens !== undefined && (
            <>
              {count(tokens, locale)}
              <span className="sr-only"> {text('srTokens')}</span>
            </>
          )}
        </span>
      </button>
      <Switch
        label={text('isOn', { name })}
        on={enabled}
        disabled={!isSwitchable(entry)}
        title={off ?? text('onExplains')}
        onSwitch={(on) =>
          act((client) =>
            client.setToolSettings({ disabled: on ? disabled.filter((other) => other !== name) : [...disabled, name] }),
          )
        }
      />
    </li>
  );
}
