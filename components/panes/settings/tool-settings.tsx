'use client';

import { PRESETS } from '@/lib/tools/presets';
import type { ReactNode } from 'react';
import { Button } from '../../elements/button';
import { count, plural } from '../../elements/format';
import { Pick } from '../../elements/pick';
import { DISCOVERIES, LANGUAGES } from '../../state/catalogue';
import { focusPane, type PaneName } from '../../state/focus-pane';
import { useAct, useClientState, useUi } from '../../state/page-context';
import type { DetailPane } from '../../state/ui';
import { useTokenFigures } from '../../state/use-token-figures';
import { CategorySetting } from './category-setting';
import { SettingRow } from './setting';

const VALIDATION = [
  { id: 'block', title: 'Refuses' },
  { id: 'warn', title: 'Warns only' },
] as const;

/** What a person may choose about tools, and the ways to the panes with more of it. */
export function ToolSettingsView() {
  const act = useAct();
  const { language, validation, hooks } = useClientState((state) => state.toolSettings);
  const rules = useClientState((state) => state.rules.length);
  return (
    <>
      <PresetSetting />
      <DiscoverySetting />
      <CategorySetting />
      <SettingRow title="Language of messages" explains="In which a model and you are told what is wrong with a call.">
        <Pick
          label="Language of messages"
          value={language}
          options={LANGUAGES}
          onPick={(id) => act((client) => client.setToolSettings({ language: id }))}
        />
      </SettingRow>
      <SettingRow
        title="Validation"
        explains={
          validation === 'block'
            ? 'A call whose arguments do not fit is not run.'
            : 'For teaching: a call whose arguments do not fit is run all the same, with its issues shown.'
        }
      >
        <Pick
          label="Validation"
          value={validation}
          options={VALIDATION}
          onPick={(id) => act((client) => client.setToolSettings({ validation: id }))}
        />
      </SettingRow>
      <SettingRow title="Rules" explains={`${plural(rules, 'rule')}, and folders that may be written to.`}>
        <Way to="policy" name="Policy">
          Open the policy
        </Way>
      </SettingRow>
      <SettingRow title="Hooks and rate limits" explains={plural(hooks.length, 'hook')}>
        <Way to="hooks" name="Hooks">
          Open the hooks
        </Way>
      </SettingRow>
    </>
  );
}

const OURS = { id: '', title: 'Toolyard’s own', about: 'Every tool there is, under our names.' };
const DESIGNS = [OURS, ...PRESETS.map(({ id, title, about }) => ({ id, title, about }))];

function PresetSetting() {
  const act = useAct();
  const chosen = useClientState((state) => state.options.preset) ?? '';
  const design = DESIGNS.find(({ id }) => id === chosen) ?? OURS;
  return (
    <SettingRow title="Design of tools" explains={design.about}>
      <div className="flex items-center gap-2">
        <Pick
          label="Design of tools"
          value={design.id}
          options={DESIGNS}
          onPick={(id) => act((client) => client.setOptions({ preset: id }))}
        />
        <a href={`/presets${chosen && `?right=${chosen}`}`} className="text-xs text-accent hover:underline">
          Compare
        </a>
      </div>
    </SettingRow>
  );
}

function DiscoverySetting() {
  const act = useAct();
  const discovery = useClientState((state) => state.options.discovery) ?? 'full';
  const figures = useTokenFigures();
  const explains = DISCOVERIES.find(({ id }) => id === discovery)?.explains ?? '';
  return (
    <SettingRow
      title="Discovery of tools"
      explains={figures ? `${explains} About ${count(figures[discovery])} tokens in each turn.` : explains}
    >
      <Pick
        label="Discovery of tools"
        value={discovery}
        options={DISCOVERIES}
        onPick={(id) => act((client) => client.setOptions({ discovery: id }))}
      />
    </SettingRow>
  );
}

function Way({ to, name, children }: { to: DetailPane; name: PaneName; children: ReactNode }) {
  const openDialog = useUi((ui) => ui.openDialog);
  const showDetail = useUi((ui) => ui.showDetail);
  const setFollow = useUi((ui) => ui.setFollow);
  return (
    <Button
      onClick={() => {
        openDialog(null);
        setFollow(false);
        showDetail(to);
        focusPane(name);
      }}
    >
      {children}
    </Button>
  );
}
