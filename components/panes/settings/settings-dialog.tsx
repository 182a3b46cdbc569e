'use client';

import { Dialog } from '../../elements/dialog';
import { Pick } from '../../elements/pick';
import { MODES, SANDBOXES, type SandboxChoice } from '../../state/catalogue';
import { readLink, writeLink } from '../../state/deep-link';
import { useAct, useClientState, useUi } from '../../state/page-context';
import type { ThemeChoice } from '../../state/ui';
import { ModelSettings } from './model-settings';
import { SettingRow } from './setting';
import { ToolSettingsView } from './tool-settings';

const THEMES: readonly { id: ThemeChoice; title: string }[] = [
  { id: 'system', title: 'As the system' },
  { id: 'dark', title: 'Dark' },
  { id: 'light', title: 'Light' },
];

/** What a person may choose about the page, the model and the client. */
export default function SettingsDialog() {
  const openDialog = useUi((ui) => ui.openDialog);
  return (
    <Dialog title="Settings" onClose={() => openDialog(null)}>
      <div className="grid gap-4 overflow-y-auto px-4 py-3.5">
        <ThemeSetting />
        <ModelSettings />
        <ExecutorSettings />
        <ToolSettingsView />
      </div>
    </Dialog>
  );
}

function ThemeSetting() {
  const theme = useUi((ui) => ui.theme) ?? 'system';
  const setTheme = useUi((ui) => ui.setTheme);
  return (
    <SettingRow title="Theme">
      <Pick label="Theme" value={theme} options={THEMES} onPick={setTheme} />
    </SettingRow>
  );
}

function ExecutorSettings() {
  const act = useAct();
  const mode = useClientState((state) => state.startMode);
  const kind = useClientState((state) => state.sandbox.kind);
  const chosen = readLink(location.search).sandbox ?? (kind === 'webcontainer' ? kind : 'embedded');
  return (
    <>
      <SettingRow title="Permissions of new threads" explains={MODES.find(({ id }) => id === mode)?.explains}>
        <Pick
          label="Permissions of new threads"
          value={mode}
          options={MODES}
          onPick={(id) => act((client) => client.setStartMode(id))}
        />
      </SettingRow>
      <SettingRow
        title="Sandbox"
        explains={`${SANDBOXES.find(({ id }) => id === chosen)?.explains} Changing it loads the page anew.`}
      >
        <Pick label="Sandbox, in settings" value={chosen} options={SANDBOXES} onPick={loadWith} />
      </SettingRow>
    </>
  );
}

/** Another sandbox needs another policy for frames, which comes with the page. */
function loadWith(sandbox: SandboxChoice): void {
  location.assign(writeLink({ ...readLink(location.search), sandbox, thread: undefined }));
}
