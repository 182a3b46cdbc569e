'use client';

import { useMemo } from 'react';
import { NameList } from '../../elements/name-list';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';

const LISTS = [
  {
    key: 'onlyTools',
    label: 'allowlistLabel',
    none: 'allowlistNone',
    some: 'allowlist',
  },
  {
    key: 'neverTools',
    label: 'denylistLabel',
    none: 'denylistNone',
    some: 'denylist',
  },
  {
    key: 'replaceable',
    label: 'replaceableLabel',
    none: 'replaceableNone',
    some: 'replaceable',
  },
] as const;

/** Which tools exist at all: models see no others, and a call of another one fails with the list that excludes it. */
export function ToolLists() {
  const act = useAct();
  const text = useText('policy');
  const settings = useClientState((state) => state.toolSettings);
  const pool = useClientState((state) => state.pool);
  const names = useMemo(() => pool.map(({ name }) => name), [pool]);
  return LISTS.map(({ key, label, none, some }) => (
    <div key={key} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-xs text-dim">{text(settings[key].length === 0 ? none : some)}</p>
      <NameList
        names={settings[key]}
        what={text('tool')}
        label={text(label)}
        placeholder={text('toolExample')}
        suggestions={names}
        onChange={(next) => act((client) => client.setToolSettings({ [key]: next }))}
      />
    </div>
  ));
}
