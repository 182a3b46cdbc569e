'use client';

import { useEffect } from 'react';
import { usePage, useUi } from './page-context';
import { THEME_KEY } from './theme-script';
import type { ThemeChoice } from './ui';

/** Applies the chosen theme to the document and stores it; follows the system if that is the choice. */
export function useThemeEffect(): void {
  const { ui } = usePage();
  const theme = useUi((state) => state.theme);

  useEffect(() => {
    ui.getState().setTheme(ui.getState().theme ?? storedTheme());
  }, [ui]);

  useEffect(() => {
    if (!theme) return;
    keep(theme);
    const light = matchMedia('(prefers-color-scheme: light)');
    const apply = (): void => {
      document.documentElement.dataset.theme = theme === 'system' ? (light.matches ? 'light' : 'dark') : theme;
    };
    apply();
    light.addEventListener('change', apply);
    return () => light.removeEventListener('change', apply);
  }, [theme]);
}

function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function keep(theme: ThemeChoice): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // If the browser cannot store the theme, it still applies.
  }
}
