'use client';

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { THEME_KEY } from './theme-script';

export const THEMES = ['system', 'dark', 'light'] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** The chosen theme; undefined until the stored choice has been read. */
const chosen = createStore<{ theme: ThemeChoice | undefined }>(() => ({ theme: undefined }));

export const setTheme = (theme: ThemeChoice): void => chosen.setState({ theme });

export const useTheme = (): ThemeChoice => useStore(chosen).theme ?? 'system';

/** Applies the chosen theme to the document and stores it; follows the system if that is the choice. */
export function useThemeEffect(): void {
  const { theme } = useStore(chosen);

  useEffect(() => setTheme(chosen.getState().theme ?? storedTheme()), []);

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
