'use client';

import type { ReactNode } from 'react';
import { Pick } from '../../elements/pick';
import { MODES } from '../../state/catalogue';
import { useAct, useClientState, useUi } from '../../state/page-context';
import { AlwaysRefused } from './always-refused';
import { Features } from './features';
import { Rules } from './rules';
import { Tester } from './tester';
import { ToolLists } from './tool-lists';
import { WriteRoots } from './write-roots';

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
  const mode = useClientState((state) => state.mode);
  return (
    <Part title="Mode">
      <Pick
        label="Mode"
        className="justify-self-start"
        value={mode}
        options={MODES}
        onPick={(id) => act((client) => client.setMode(id))}
      />
      <p className="text-xs text-dim">{MODES.find(({ id }) => id === mode)?.explains}</p>
    </Part>
  );
}
