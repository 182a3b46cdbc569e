'use client';

import { PRESETS } from '@/lib/tools/presets';
import type { ReactNode } from 'react';
import { Button } from '../../elements/button';
import { count } from '../../elements/format';
import { Pick } from '../../elements/pick';
import { useLocale, useText } from '../../messages/use-text';
import { LOCALES } from '../../messages/locale';
import { DISCOVERIES } from '../../state/catalogue';
import { focusPane, type PaneName } from '../../state/focus-pane';
import { useAct, useClientState, useUi } from '../../state/page-context';
import type { DetailPane } from '../../state/detail-panes';
import { useChoices } from '../../state/use-choices';
import { DISCOVERY_DETAILS } from './choice-details';
import { useTokenFigures } from '../../state/use-token-figures';
import { CategorySetting } from './category-setting';
import { aboutDesign } from '../presets/about-design';
import { Setting, SettingRow } from './setting';

/** Tool settings, and links to the panes that have more of them. */
export function ToolSettingsView() {
  const text = useText('settings');
  const act = useAct();
  const { language, validation, hooks } = useClientState((state) => state.toolSettings);
  const languageAuto = useText('choices')('languageAuto');
  const rules = useClientState((state) => state.rules.length);
  return (
    <>
      <PresetSetting />
      <DiscoverySetting />
      <Setting>
        <CategorySetting />
      </Setting>
      <SettingRow title={text('messages')} explains={text('messagesExplains')}>
        <Pick
          label={text('messages')}
          value={language}
          options={[{ id: 'auto', title: languageAuto }, ...LOCALES]}
          onPick={(id) => act((client) => client.setToolSettings({ language: id }))}
        />
      </SettingRow>
      <SettingRow
        title={text('validation')}
        explains={text(validation === 'block' ? 'validationBlockExplains' : 'validationWarnExplains')}
      >
        <Pick
          label={text('validation')}
          value={validation}
          options={[
            { id: 'block', title: text('validationBlock') },
            { id: 'warn', title: text('validationWarn') },
          ]}
          onPick={(id) => act((client) => client.setToolSettings({ validation: id }))}
        />
      </SettingRow>
      <SettingRow title={text('rules')} explains={text('rulesExplains', { count: rules })}>
        <Way to="policy" name="Policy">
          {text('openPolicy')}
        </Way>
      </SettingRow>
      <SettingRow title={text('hooks')} explains={text('hooksExplains', { count: hooks.length })}>
        <Way to="hooks" name="Hooks">
          {text('openHooks')}
        </Way>
      </SettingRow>
    </>
  );
}

function PresetSetting() {
  const text = useText('settings');
  const act = useAct();
  const chosen = useClientState((state) => state.options.preset) ?? '';
  const presets = useText('presets');
  const ours = { id: '', title: text('designOurs') };
  const designs = [ours, ...PRESETS];
  const design = designs.find(({ id }) => id === chosen) ?? ours;
  return (
    <SettingRow title={text('design')} explains={aboutDesign(presets, design.id)}>
      <div className="flex items-center gap-2">
        <Pick
          label={text('design')}
          value={design.id}
          options={designs}
          onPick={(id) => act((client) => client.setOptions({ preset: id }))}
        />
        <a href={`/presets${chosen && `?right=${chosen}`}`} className="text-xs text-accent hover:underline">
          {text('compare')}
        </a>
      </div>
    </SettingRow>
  );
}

function DiscoverySetting() {
  const [text, locale] = [useText('settings'), useLocale()];
  const act = useAct();
  const discovery = useClientState((state) => state.options.discovery) ?? 'full';
  const figures = useTokenFigures();
  const [discoveries, details] = [useChoices(DISCOVERIES), useText('choiceDetails')];
  const explains = details(DISCOVERY_DETAILS[discovery]);
  return (
    <SettingRow
      title={text('discovery')}
      explains={figures ? text('discoveryFigures', { explains, tokens: count(figures[discovery], locale) }) : explains}
    >
      <Pick
        label={text('discovery')}
        value={discovery}
        options={discoveries}
        onPick={(id) => act((client) => client.setOptions({ discovery: id }))}
      />
    </SettingRow>
  );
}

function Way({ to, name, children }: { to: DetailPane; name: PaneName; children: ReactNode }) {
  const openDialog = useUi((ui) => ui.openDialog);
  const showDetail = useUi((ui) => ui.showDetail);
  return (
    <Button
      onClick={() => {
        openDialog(null);
        showDetail(to);
        requestAnimationFrame(() => focusPane(name));
      }}
    >
      {children}
    </Button>
  );
}
