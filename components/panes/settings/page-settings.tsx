'use client';

import { useState } from 'react';
import { Loading } from '../../elements/pane';
import { Pick } from '../../elements/pick';
import { LOCALES, type Locale } from '../../messages/locale';
import { useChooseLocale, useLocale, useText } from '../../messages/use-text';
import { setTheme, THEMES, useTheme } from '../../state/theme';
import { SettingRow } from './setting';

const TITLES = { system: 'themeSystem', dark: 'themeDark', light: 'themeLight' } as const;

/** The settings that every page has: its language and its theme. */
export function PageSettings() {
  const text = useText('settings');
  return (
    <>
      <LanguageSetting />
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

function LanguageSetting() {
  const [text, locale, choose] = [useText('settings'), useLocale(), useChooseLocale()];
  /** The one that is chosen while its messages load. */
  const [coming, setComing] = useState<Locale>();
  const pick = (next: Locale): void => {
    setComing(next);
    void choose(next).then(() => setComing(undefined));
  };
  return (
    <SettingRow title={text('language')}>
      {coming && <Loading className="text-xs text-dim" />}
      <Pick label={text('language')} value={coming ?? locale} options={LOCALES} onPick={pick} />
    </SettingRow>
  );
}
