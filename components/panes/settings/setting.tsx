'use client';

import { createContext, useContext, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { matchesSearch } from '../../elements/matches-search';

/** What is searched for among the settings, and the group that a setting stands in. */
const Search = createContext({ query: '', group: '' });

/** Settings that belong together, under a heading; gone where none of them is searched for. */
export function SettingGroup({ title, query, children }: { title: string; query: string; children: ReactNode }) {
  const id = useId();
  const search = useMemo(() => ({ query, group: title }), [query, title]);
  return (
    <Search value={search}>
      <section aria-labelledby={id} className="grid gap-4 not-has-[[data-setting]:not([hidden])]:hidden">
        <h3 id={id} className="border-b border-line pb-1 text-xs font-semibold text-dim">
          {title}
        </h3>
        {children}
      </section>
    </Search>
  );
}

/** One setting. It is found by everything that stands in it: its name, what explains it, what can be chosen. */
export function Setting({ children }: { children: ReactNode }) {
  const { query, group } = useContext(Search);
  const place = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState(true);
  useLayoutEffect(() => setFound(matchesSearch(`${group} ${place.current?.textContent}`, query)), [query, group]);
  return (
    // What is typed in one that is not searched for must not be lost.
    <div ref={place} data-setting hidden={!found}>
      {children}
    </div>
  );
}

/** One line of the settings: what it is about, and the control. */
export function SettingRow(props: { title: string; explains?: string; children: ReactNode }) {
  return (
    <Setting>
      <SettingLine {...props} />
    </Setting>
  );
}

/** A line that belongs to the setting it stands in. */
export function SettingLine({ title, explains, children }: { title: string; explains?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4">
      <div>
        <p className="font-medium">{title}</p>
        {explains && <p className="text-xs text-dim">{explains}</p>}
      </div>
      {children}
    </div>
  );
}
