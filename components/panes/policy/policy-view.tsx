'use client';

import type { ReactNode } from 'react';
import { Pick } from '../../elements/pick';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';
import { MODES } from '../../state/catalogue';
import { useChoices } from '../../state/use-choices';
import { useAct, useClientState, useUi } from '../../state/page-context';
import { Rules } from './rules';
import { PolicyTester } from './tester';
import { ToolLists } from './tool-lists';
import { NameList } from '../../elements/name-list';
import { InlineCode } from '../../elements/inline-code';
import { FEATURE_FLAGS, type FeatureFlagId } from '@/lib/tools/feature-flags';
import { Switch } from '../../elements/switch';

/** What the shell always refuses; `lib/tools/shell/dangerous-commands.ts` detects it. */
const REFUSED = ['refusedDelete', 'refusedDevice', 'refusedSystem', 'refusedBash'] as const;

/** Refusals that no rule or mode can lift. */
function AlwaysRefused() {
  const text = useText('policy');
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-default rounded font-medium">{text('always')}</summary>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4 text-dim">
        {REFUSED.map((what) => (
          <li key={what}>
            <InlineCode text={text(what)} />
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-dim">{text.rich('refusedHow', TAGS)}</p>
    </details>
  );
}

/** The policy on one side, a place to try a call against it on the other. */
export default function PolicyView() {
  const text = useText('policy');
  const asked = useUi((ui) => ui.asked);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)_minmax(0,1fr)] @min-[560px]/details:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] @min-[560px]/details:grid-rows-1">
      <div
        role="region"
        aria-label={text('side')}
        tabIndex={0}
        data-pane-focus
        className="grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto border-line px-3 py-2.5 border-b @min-[560px]/details:border-r @min-[560px]/details:border-b-0"
      >
        <Mode />
        <Part title={text('rules')}>
          <Rules />
        </Part>
        <Part title={text('folders')}>
          <WriteRoots />
        </Part>
        <Part title={text('features')}>
          <Features />
        </Part>
        <Part title={text('lists')}>
          <ToolLists />
        </Part>
        <AlwaysRefused />
      </div>
      <PolicyTester key={asked ? `${asked.name} ${asked.args}` : ''} start={asked} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}

function Mode() {
  const text = useText('policy');
  const act = useAct();
  const modes = useChoices(MODES);
  const mode = useClientState((state) => state.mode);
  return (
    <Part title={text('mode')}>
      <Pick
        label={text('mode')}
        className="justify-self-start"
        value={mode}
        options={modes}
        onPick={(id) => act((client) => client.setMode(id))}
      />
      <p className="text-xs text-dim">{modes.find(({ id }) => id === mode)?.explains}</p>
    </Part>
  );
}

/** Folders that tools may write to. */
function WriteRoots() {
  const text = useText('policy');
  const act = useAct();
  const roots = useClientState((state) => state.toolSettings.writeRoots);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-xs text-dim">{text(roots.length === 0 ? 'foldersAll' : 'foldersSome')}</p>
      <NameList
        names={roots}
        what={text('folder')}
        label={text('folderLabel')}
        placeholder={text('folderExample')}
        onChange={(writeRoots) => act((client) => client.setToolSettings({ writeRoots }))}
      />
    </div>
  );
}

const FEATURES = {
  'dynamic-tools': { title: 'dynamicTools', explains: 'dynamicToolsExplain' },
  webhooks: { title: 'webhooks', explains: 'webhooksExplain' },
} as const satisfies Record<FeatureFlagId, unknown>;

/** Feature flags: if a feature is off, its tools do not exist. */
function Features() {
  const text = useText('policy');
  const act = useAct();
  const off = useClientState((state) => state.toolSettings.featuresOff);
  return (
    <ul className="grid gap-1.5">
      {FEATURE_FLAGS.map(({ id }) => (
        <li key={id} className="flex items-start gap-2">
          <Switch
            label={text('featureOn', { title: text(FEATURES[id].title) })}
            on={!off.includes(id)}
            onSwitch={(on) =>
              act((client) =>
                client.setToolSettings({ featuresOff: on ? off.filter((other) => other !== id) : [...off, id] }),
              )
            }
          />
          <span className="min-w-0">
            {text(FEATURES[id].title)}
            <span className="block text-xs text-dim">{text(FEATURES[id].explains)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
