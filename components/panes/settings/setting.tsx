'use client';

import { createContext, useContext, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { matchesSearch } from '../../elements/matches-search';

/** The search query of the settings, and the group that a setting belongs to. */
const Search = createContext({ query: '', group: '' });

/** Related settings under a heading; hidden if none of them matches the search. */
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

/** One setting. The search matches all of its text: its name, its explanation, and its choices. */
export function Setting({ children }: { children: ReactNode }) {
  const { query, group } = useContext(Search);
  const place = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState(true);
  useLayoutEffect(() => setFound(matchesSearch(`${group} ${place.current?.textContent}`, query)), [query, group]);
  return (
    // Hidden, not removed: what is typed in a setting that does not match must not be lost.
    <div ref={place} data-setting hidden={!found}>
      {children}
    </div>
  );
}

/** One line of the settings: its title and the control. */
export function SettingRow(props: { title: string; explains?: string; children: ReactNode }) {
  return (
    <Setting>
      <SettingLine {...props} />
    </Setting>
  );
}

/** An additional line within a setting. */
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
