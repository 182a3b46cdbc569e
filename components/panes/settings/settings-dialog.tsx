'use client';

import { Dialog } from '../../elements/dialog';
import { Pick } from '../../elements/pick';
import { SearchField } from '../../elements/search-field';
import { useText } from '../../messages/use-text';
import { MODES, SANDBOXES } from '../../state/catalogue';
import { loadWithSandbox } from '../../state/deep-link';
import { useAct, useClientState, useUi } from '../../state/page-context';
import { useChoices } from '../../state/use-choices';
import { useSearch } from '../../state/early-search';
import { SANDBOX_DETAILS } from './choice-details';
import { ModelSettings } from './model-settings';
import { PageSettings } from './page-settings';
import { SettingGroup, SettingRow } from './setting';
import { ToolSettingsView } from './tool-settings';

/** Settings of the page, the model and the client. */
export default function SettingsDialog() {
  const text = useText('settings');
  const openDialog = useUi((ui) => ui.openDialog);
  const [query, setQuery] = useSearch();
  return (
    <Dialog title={text('title')} onClose={() => openDialog(null)}>
      <SearchField label={text('find')} value={query} onSearch={setQuery} />
      <div className="group/settings grid gap-5 overflow-y-auto px-4 py-3.5">
        <SettingGroup title={text('groupPage')} query={query}>
          <PageSettings />
        </SettingGroup>
        <SettingGroup title={text('groupModel')} query={query}>
          <ModelSettings />
        </SettingGroup>
        <SettingGroup title={text('groupRun')} query={query}>
          <ExecutorSettings />
        </SettingGroup>
        <SettingGroup title={text('groupTools')} query={query}>
          <ToolSettingsView />
        </SettingGroup>
        <p role="status" className="text-dim group-has-[[data-setting]:not([hidden])]/settings:hidden">
          {text('findNone')}
        </p>
      </div>
    </Dialog>
  );
}

function ExecutorSettings() {
  const text = useText('settings');
  const modes = useChoices(MODES);
  const [sandboxes, details] = [useChoices(SANDBOXES), useText('choiceDetails')];
  const act = useAct();
  const mode = useClientState((state) => state.startMode);
  const chosen = useClientState((state) => state.sandbox.chosen);
  return (
    <>
      <SettingRow title={text('startMode')} explains={modes.find(({ id }) => id === mode)?.explains}>
        <Pick
          label={text('startMode')}
          value={mode}
          options={modes}
          onPick={(id) => act((client) => client.setStartMode(id))}
        />
      </SettingRow>
      <SettingRow
        title={text('sandbox')}
        explains={text('sandboxExplains', { explains: details(SANDBOX_DETAILS[chosen]) })}
      >
        <Pick label={text('sandboxLabel')} value={chosen} options={sandboxes} onPick={loadWithSandbox} />
      </SettingRow>
    </>
  );
}
