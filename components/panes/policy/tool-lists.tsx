'use client';

import { useMemo } from 'react';
import { NameList } from '../../elements/name-list';
import { useAct, useClientState } from '../../state/page-context';

const LISTS = [
  {
    key: 'onlyTools',
    label: 'Tool that is kept',
    none: 'Kept: every tool.',
    some: 'Kept: these tools and no others.',
  },
  {
    key: 'neverTools',
    label: 'Tool that is left out',
    none: 'Left out: none.',
    some: 'Left out, also where they are kept above:',
  },
  {
    key: 'replaceable',
    label: 'Tool that may be replaced',
    none: 'Replaceable: no built-in tool; one of the same name cannot be made.',
    some: 'A tool of the model’s own may take the place of these:',
  },
] as const;

/** Which tools there are at all: models see no others, and a call of another is told that a list leaves it out. */
export function ToolLists() {
  const act = useAct();
  const settings = useClientState((state) => state.toolSettings);
  const pool = useClientState((state) => state.pool);
  const names = useMemo(() => pool.map(({ name }) => name), [pool]);
  return LISTS.map(({ key, label, none, some }) => (
    <div key={key} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-xs text-dim">{settings[key].length === 0 ? none : some}</p>
      <NameList
        names={settings[key]}
        what="tool"
        label={label}
        placeholder="Bash"
        suggestions={names}
        onChange={(next) => act((client) => client.setToolSettings({ [key]: next }))}
      />
    </div>
  ));
}
