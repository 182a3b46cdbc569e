'use client';

import { Pick } from '../../elements/pick';
import { LOCALES } from '../../messages/locale';
import { useChooseLocale, useLocale, useText } from '../../messages/use-text';
import { setTheme, THEMES, useTheme } from '../../state/theme';
import { SettingRow } from './setting';

const TITLES = { system: 'themeSystem', dark: 'themeDark', light: 'themeLight' } as const;

/** The settings that every page has: its language and its theme. */
export function PageSettings() {
  const text = useText('settings');
  return (
    <>
      <SettingRow title={text('language')}>
        <Pick label={text('language')} value={useLocale()} options={LOCALES} onPick={useChooseLocale()} />
      </SettingRow>
      <SettingRow title={text('theme')}>
        <Pick
          label={text('theme')}
          value={useTheme()}
          options={THEMES.map((id) => ({ id, title: text(TITLES[id]) }))}
          onPick={setTheme}
        />
      </SettingRow>
    </>
  );
}
