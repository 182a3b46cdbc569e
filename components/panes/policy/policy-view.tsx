'use client';

import type { ReactNode } from 'react';
import { Pick } from '../../elements/pick';
import { MODES } from '../../state/catalogue';
import { useChoices } from '../../state/use-choices';
import { useAct, useClientState, useUi } from '../../state/page-context';
import { Rules } from './rules';
import { Tester } from './tester';
import { ToolLists } from './tool-lists';
import { NameList } from '../../elements/name-list';
import { InlineCode } from '../../elements/inline-code';
import { FEATURE_FLAGS } from '@/lib/tools/feature-flags';
import { Switch } from '../../elements/switch';

/** What the shell's own refusals cover; `lib/tools/shell/dangerous commands.ts` finds them. */
const REFUSED = [
  'Deleting, moving or changing the rights of `/`, of a system folder, or of the whole project: `rm -rf /`, `find / -delete`.',
  'Overwriting a disk or memory device: `dd of=/dev/sda`, `shred`, a redirection into it, `mkfs`.',
  'A function that starts itself without end, ending every process, stopping the machine.',
  'Bash with `dangerously_disable_sandbox`.',
];

/** Refusals that no rule and no mode can lift. */
function AlwaysRefused() {
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-default rounded font-medium">Always refused, whatever the rules say</summary>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4 text-dim">
        {REFUSED.map((text) => (
          <li key={text}>
            <InlineCode text={text} />
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-dim">
        A command is read as a shell reads it, not as text: <InlineCode text={'`echo "rm -rf /"`'} /> may run, and the
        same deletion behind a variable, a subshell or <code>eval</code> may not.
      </p>
    </details>
  );
}

/** The policy on one side, a call tried against it on the other. */
export default function PolicyView() {
  const asked = useUi((ui) => ui.asked);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div
        role="region"
        aria-label="Rules and mode"
        tabIndex={0}
        data-pane-focus
        className="grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto border-r border-line px-3 py-2.5"
      >
        <Mode />
        <Part title="Rules">
          <Rules />
        </Part>
        <Part title="Folders that may be written to">
          <WriteRoots />
        </Part>
        <Part title="Features">
          <Features />
        </Part>
        <Part title="Lists of tools">
          <ToolLists />
        </Part>
        <AlwaysRefused />
      </div>
      <Tester key={asked ? `${asked.name} ${asked.args}` : ''} start={asked} />
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
  const act = useAct();
  const modes = useChoices(MODES);
  const mode = useClientState((state) => state.mode);
  return (
    <Part title="Mode">
      <Pick
        label="Mode"
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
  const act = useAct();
  const roots = useClientState((state) => state.toolSettings.writeRoots);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-xs text-dim">
        {roots.length === 0
          ? 'None: tools may write anywhere in the sandbox.'
          : 'Tools may write only in these folders, and a refusal names them.'}
      </p>
      <NameList
        names={roots}
        what="folder"
        label="Folder that may be written to"
        placeholder="src"
        onChange={(writeRoots) => act((client) => client.setToolSettings({ writeRoots }))}
      />
    </div>
  );
}

/** Feature flags: a tool of a feature that is off is not there. */
function Features() {
  const act = useAct();
  const off = useClientState((state) => state.toolSettings.featuresOff);
  return (
    <ul className="grid gap-1.5">
      {FEATURE_FLAGS.map(({ id, title, explains }) => (
        <li key={id} className="flex items-start gap-2">
          <Switch
            label={`${title} are on`}
            on={!off.includes(id)}
            onSwitch={(on) =>
              act((client) =>
                client.setToolSettings({ featuresOff: on ? off.filter((other) => other !== id) : [...off, id] }),
              )
            }
          />
          <span className="min-w-0">
            {title} <span className="block text-xs text-dim">{explains}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
