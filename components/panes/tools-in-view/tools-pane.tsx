'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import { useMemo, type KeyboardEvent } from 'react';
import { cx } from '../../elements/cx';
import { PaneTitle } from '../../elements/pane';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { focusPane } from '../../state/focus-pane';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { whyOff } from '../../state/tool-labels';
import { useObserved } from '../../state/use-observed';
import { useToolLine } from '../../state/use-tool-line';

const NONE: readonly string[] = [];

interface Row {
  name: string;
  kind: string;
  title: string;
  /** Whether the model sees its full form in the next turn. */
  seen: boolean;
  off: boolean;
}

/** The tools that the model sees; each leads to its contract. */
export function ToolsPane() {
  const [text, label] = [useText('toolsInView'), useSaid('label')];
  const rows = useRows();
  const openContract = useUi((ui) => ui.openContract);
  const chosen = useUi((ui) => (ui.detail === 'contract' ? ui.contractTool : null));
  const seen = rows.filter((row) => row.seen).length;
  const stop = rows.find(({ name }) => name === chosen)?.name ?? rows[0]?.name;
  return (
    <section aria-label={text('title')} className="flex max-h-[38%] min-h-0 shrink-0 flex-col border-t border-line">
      <PaneTitle
        end={
          <span className="tabular-nums" title={text('explains')}>
            {seen === rows.length ? rows.length : text('some', { seen, all: rows.length })}
          </span>
        }
      >
        {text('title')}
      </PaneTitle>
      <Narrowed />
      <ul onKeyDown={moveAmongTools} className="min-h-0 overflow-y-auto px-1.5 pb-1.5">
        {rows.map(({ name, kind, title, seen: whole, off }) => (
          <li key={name}>
            <button
              type="button"
              tabIndex={name === stop ? 0 : -1}
              title={title}
              aria-current={name === chosen}
              onClick={() => {
                openContract(name);
                focusPane('Contract');
              }}
              className={cx(
                'flex h-[22px] w-full items-center justify-between gap-2 rounded-md px-1.5 font-mono text-xs hover:bg-hover',
                name === chosen && 'bg-raised',
              )}
            >
              <span className={cx('truncate', off ? 'text-faint line-through' : !whole && 'text-dim')}>{name}</span>
              <span className="shrink-0 text-2xs text-faint">
                {off ? text('off') : whole ? label(kind) : text('listed', { kind: label(kind) })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The list is a single Tab stop: arrow keys move from tool to tool. */
function moveAmongTools(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const tools = [...event.currentTarget.querySelectorAll('button')];
  tools[tools.findIndex((tool) => tool === document.activeElement) + step]?.focus();
}

/** The running skills, innermost last, and the one whose list of tools applies. */
function Narrowed() {
  const text = useText('toolsInView');
  const restrictions = useClientState((state) => state.ports.restrictions);
  const running = useObserved(restrictions) ?? [];
  if (running.length === 0) return null;
  const by = restrictions?.by;
  return (
    <p role="status" className="shrink-0 truncate px-3 pb-1 text-xs text-wait">
      {text(by === undefined ? 'skill' : 'narrowed', { names: running.map((skill) => skill.by).join(' › ') })}
    </p>
  );
}

/** The pool; until it has loaded, what the server knows of it. */
function useRows(): readonly Row[] {
  const text = useText('toolsInView');
  const { tools } = usePage().catalogue;
  const pool = useClientState((state) => state.pool);
  const discovery = useClientState((state) => state.options.discovery) ?? 'full';
  const active = useClientState((state) => state.thread.active) ?? NONE;
  const restrictions = useClientState((state) => state.ports.restrictions);
  const running = useObserved(restrictions);
  const lineOf = useToolLine();
  return useMemo(() => {
    const isSeen = (name: string, always: boolean): boolean => discovery === 'full' || always || active.includes(name);
    if (pool.length === 0)
      return tools.map(({ name, kind, readOnly, title, alwaysActive }) => ({
        name,
        title,
        kind: readOnly ? 'read' : kind,
        seen: isSeen(name, alwaysActive),
        off: false,
      }));
    const by = running && restrictions?.by;
    const own = ({ source }: PoolEntryView): boolean => source === 'custom' || source === 'dynamic';
    // Own tools come first: a person would otherwise have to find them among dozens.
    return [...pool.filter(own), ...pool.filter((entry) => !own(entry))].map((entry) => {
      const outside = by !== undefined && !restrictions?.allows(entry.name);
      const off = whyOff(entry) ?? (outside ? text('outside', { skill: by }) : undefined);
      const seen = off === undefined && isSeen(entry.name, entry.tool.alwaysActive ?? false);
      return {
        name: entry.name,
        kind: entry.tool.onlyReads ? 'read' : entry.kind,
        title: off
          ? text('isOff', { why: off })
          : text('opens', { title: seen ? lineOf(entry.tool) : text('isListed') }),
        seen,
        off: off !== undefined,
      };
    });
  }, [text, tools, pool, discovery, active, restrictions, running, lineOf]);
}
