'use client';

import type { Speed } from '@/lib/protocol';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { Pick } from '../../elements/pick';
import { MODES, SANDBOXES, SPEEDS, type SandboxChoice } from '../../state/catalogue';
import { readLink, writeLink } from '../../state/deep-link';
import { useAct, useHostState, usePage, useUi } from '../../state/page-context';
import type { ThemeChoice } from '../../state/ui';
import { Setting } from './setting';
import { ToolSettings } from './tool-settings';

const THEMES: readonly { id: ThemeChoice; title: string }[] = [
  { id: 'system', title: 'As the system' },
  { id: 'dark', title: 'Dark' },
  { id: 'light', title: 'Light' },
];

/** What a person may choose about the page, the model and the hands. */
export default function SettingsDialog() {
  const openDialog = useUi((ui) => ui.openDialog);
  return (
    <Dialog title="Settings" onClose={() => openDialog(null)}>
      <div className="grid gap-4 overflow-y-auto px-4 py-3.5">
        <ThemeSetting />
        <ModelSettings />
        <HandsSettings />
        <ToolSettings />
      </div>
    </Dialog>
  );
}

function ThemeSetting() {
  const theme = useUi((ui) => ui.theme) ?? 'system';
  const setTheme = useUi((ui) => ui.setTheme);
  return (
    <Setting title="Theme">
      <Pick label="Theme" value={theme} options={THEMES} onPick={setTheme} />
    </Setting>
  );
}

function ModelSettings() {
  const { catalogue } = usePage();
  const act = useAct();
  const options = useHostState((state) => state.options);
  const model = options.model ?? catalogue.models[0]?.id ?? '';
  const speed: Speed = options.speed ?? 'fast';
  return (
    <>
      <Setting title="Model" explains="The scripted one plays a scenario and needs no key.">
        <Pick
          label="Model, in settings"
          value={model}
          options={catalogue.models}
          onPick={(id) => act((host) => host.setOptions({ model: id }))}
        />
      </Setting>
      <KeyField wanted={catalogue.models.find(({ id }) => id === model)?.needsKey ?? false} />
      <Setting title="Speed" explains="How fast the scripted model types.">
        <Pick
          label="Speed"
          value={speed}
          options={SPEEDS}
          onPick={(id) => act((host) => host.setOptions({ speed: id }))}
        />
      </Setting>
    </>
  );
}

function KeyField({ wanted }: { wanted: boolean }) {
  const act = useAct();
  const [key, setKey] = useState('');
  const [kept, setKept] = useState<'none' | 'kept' | 'forgotten'>('none');
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        act((host) => host.setKey(key.trim()));
        setKept(key.trim() ? 'kept' : 'forgotten');
        setKey('');
      }}
    >
      <label htmlFor="model-key" className="font-medium">
        Key for the model
      </label>
      <p id="model-key-note" className="text-xs text-dim">
        Stays in this tab, travels with each request to this server, and is never stored or logged.
      </p>
      <div className="flex gap-1.5 pt-1">
        <input
          id="model-key"
          autoFocus={wanted}
          type="password"
          autoComplete="off"
          spellCheck={false}
          aria-describedby="model-key-note"
          placeholder="sk-ant-…"
          value={key}
          onChange={({ target }) => setKey(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <Button type="submit">{key.trim() ? 'Use it' : 'Forget it'}</Button>
      </div>
      <p role="status" className="min-h-4 text-xs text-dim">
        {kept === 'kept' && 'This tab uses the key.'}
        {kept === 'forgotten' && 'This tab has no key.'}
      </p>
    </form>
  );
}

function HandsSettings() {
  const act = useAct();
  const mode = useHostState((state) => state.mode);
  const kind = useHostState((state) => state.sandbox.kind);
  const chosen = readLink(location.search).sandbox ?? (kind === 'webcontainer' ? kind : 'embedded');
  return (
    <>
      <Setting title="Permissions" explains={MODES.find(({ id }) => id === mode)?.explains}>
        <Pick
          label="Permissions, in settings"
          value={mode}
          options={MODES}
          onPick={(id) => act((host) => host.setMode(id))}
        />
      </Setting>
      <Setting
        title="Sandbox"
        explains={`${SANDBOXES.find(({ id }) => id === chosen)?.explains} Changing it loads the page anew.`}
      >
        <Pick label="Sandbox, in settings" value={chosen} options={SANDBOXES} onPick={loadWith} />
      </Setting>
    </>
  );
}

/** Another sandbox needs another policy for frames, which comes with the page. */
function loadWith(sandbox: SandboxChoice): void {
  location.assign(writeLink({ ...readLink(location.search), sandbox, thread: undefined }));
}
