'use client';

import { HOOK_EVENTS, type Hook } from '@/lib/protocol';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { cx } from '../../elements/cx';
import { PaneTitle } from '../../elements/pane';
import { Switch } from '../../elements/switch';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { drafts } from './drafts';
import { EVENT_GROUPS } from './event-groups';
import { EXAMPLES, hookOf } from './examples';

/** A person's hooks by event, each with a switch, and examples to begin with. */
export function HookList(props: {
  hooks: readonly Hook[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onChange: (hooks: readonly Hook[]) => void;
}) {
  const { hooks, chosen, onChoose, onChange } = props;
  const [text, events, examples] = [useText('hooks'), useText('hookEvents'), useText('hookExamples')];
  const said = useSaid('code');
  const ofScenario = useClientState((state) => state.setup.hooks) ?? [];
  const ofPacks = useClientState((state) => state.packHooks);
  const add = (id: string): void => {
    const example = EXAMPLES.find((known) => known.id === id);
    if (!example) return;
    const hook = hookOf({ ...example, source: said(example.source) }, examples(example.id));
    onChange([...hooks, hook]);
    onChoose(hook.id);
  };
  return (
    <section aria-label={text('yours')} className="shrink-0 pb-2">
      <PaneTitle end={<span className="tabular-nums">{hooks.length + ofScenario.length + ofPacks.length}</span>}>
        {text('title')}
      </PaneTitle>
      <ul>
        {HOOK_EVENTS.flatMap((event) => hooks.filter((hook) => hook.event === event)).map((hook) => (
          <OwnHook
            key={hook.id}
            hook={hook}
            chosen={hook.id === chosen}
            onChoose={() => onChoose(hook.id)}
            onSwitch={(enabled) =>
              onChange(hooks.map((known) => (known.id === hook.id ? { ...known, enabled } : known)))
            }
          />
        ))}
        {ofScenario.map((hook) => (
          <OthersHook key={hook.id} hook={hook} title={hook.source}>
            {text('ofScenario')}
          </OthersHook>
        ))}
        {ofPacks.map((hook) => (
          <OthersHook key={hook.id} hook={hook} title={events(hook.event)}>
            {text.rich('ofPack', { name: hook.pack, pack: toWorkshop })}
          </OthersHook>
        ))}
      </ul>
      <div className="px-3 pt-1.5">
        <span className="pick w-full">
          <select aria-label={text('add')} className="w-full" value="" onChange={({ target }) => add(target.value)}>
            <option value="">{text('addMore')}</option>
            {EVENT_GROUPS.map(({ group, events: own }) => (
              <optgroup key={group} label={text(group)}>
                {EXAMPLES.filter(({ event }) => own.includes(event)).map(({ id, event }) => (
                  <option key={id} value={id}>
                    {event}: {examples(id)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </span>
      </div>
    </section>
  );
}

function OwnHook(props: { hook: Hook; chosen: boolean; onChoose: () => void; onSwitch: (on: boolean) => void }) {
  const { hook, chosen, onChoose, onSwitch } = props;
  const [text, events] = [useText('hooks'), useText('hookEvents')];
  const unsaved = useStore(drafts, (all) => hook.id in all);
  return (
    <li className={cx('flex items-center gap-1.5 pr-2.5 hover:bg-hover', chosen && 'bg-raised')}>
      <button
        type="button"
        aria-current={chosen}
        title={events(hook.event)}
        onClick={onChoose}
        className={cx('grid min-w-0 flex-1 py-1 pl-3 text-left', chosen && 'shadow-[inset_2px_0_var(--accent)]')}
      >
        <span className={cx('truncate text-xs', !hook.enabled && 'text-faint line-through')}>
          {hook.name || text('noName')}
          {unsaved && <span className="text-wait"> · {text('notSaved')}</span>}
        </span>
        <span className="truncate font-mono text-2xs text-faint">
          {hook.event}
          {hook.matcher && ` · ${hook.matcher}`}
        </span>
      </button>
      <Switch label={text('isOn', { name: hook.name })} on={hook.enabled} onSwitch={onSwitch} />
    </li>
  );
}

const toWorkshop = (chunks: ReactNode) => (
  <Link href="/workshop" className="underline hover:text-text">
    {chunks}
  </Link>
);

/** A hook that is defined and edited elsewhere; `children` say where. */
function OthersHook({ hook, title, children }: { hook: Hook; title: string; children: ReactNode }) {
  return (
    <li title={title} className="grid py-1 pr-2.5 pl-3">
      <span className="truncate text-xs">
        {hook.name} <span className="text-faint">· {children}</span>
      </span>
      <span className="truncate font-mono text-2xs text-faint">
        {hook.event}
        {hook.matcher && ` · ${hook.matcher}`}
      </span>
    </li>
  );
}
