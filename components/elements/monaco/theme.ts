import type { editor } from 'monaco-editor/editor';

interface Palette {
  base: 'vs' | 'vs-dark';
  bg: string;
  raised: string;
  line: string;
  text: string;
  faint: string;
  accent: string;
  ok: string;
  wait: string;
  bad: string;
  deny: string;
}

// The page's colours (app/globals.css): Monaco cannot read custom properties.
const DARK: Palette = {
  base: 'vs-dark',
  bg: '#0d0f12',
  raised: '#1b2027',
  line: '#262c35',
  text: '#d9dee5',
  faint: '#8490a0',
  accent: '#7aa2f7',
  ok: '#7fc98b',
  wait: '#e2b65a',
  bad: '#f0837b',
  deny: '#c792f2',
};
const LIGHT: Palette = {
  base: 'vs',
  bg: '#f6f7f9',
  raised: '#eef1f5',
  line: '#dfe3e9',
  text: '#1d232c',
  faint: '#5f6b7a',
  accent: '#2f5fd0',
  ok: '#1c7036',
  wait: '#845a03',
  bad: '#b0322a',
  deny: '#7a3eae',
};

const themeOf = (colours: Palette): editor.IStandaloneThemeData => ({
  base: colours.base,
  inherit: true,
  rules: [
    { token: '', foreground: colours.text.slice(1) },
    { token: 'comment', foreground: colours.faint.slice(1) },
    { token: 'keyword', foreground: colours.accent.slice(1) },
    { token: 'string', foreground: colours.ok.slice(1) },
    { token: 'string.key.json', foreground: colours.accent.slice(1) },
    { token: 'string.value.json', foreground: colours.ok.slice(1) },
    { token: 'number', foreground: colours.wait.slice(1) },
    { token: 'type', foreground: colours.deny.slice(1) },
    { token: 'delimiter', foreground: colours.faint.slice(1) },
  ],
  colors: {
    'editor.background': colours.bg,
    'editor.foreground': colours.text,
    'editorGutter.background': colours.bg,
    'editorLineNumber.foreground': colours.faint,
    'editorLineNumber.activeForeground': colours.text,
    'editor.selectionBackground': `${colours.accent}40`,
    'editorWidget.background': colours.raised,
    'editorWidget.border': colours.line,
    'editorHoverWidget.background': colours.raised,
    'editorHoverWidget.border': colours.line,
    'editorError.foreground': colours.bad,
    'diffEditor.insertedTextBackground': `${colours.ok}30`,
    'diffEditor.insertedLineBackground': `${colours.ok}18`,
    'diffEditor.removedTextBackground': `${colours.bad}30`,
    'diffEditor.removedLineBackground': `${colours.bad}18`,
    'diffEditor.unchangedRegionBackground': colours.raised,
    'diffEditor.diagonalFill': colours.line,
    focusBorder: colours.accent,
  },
});

/** Monaco's name for the page's current theme. */
export const currentTheme = (): string =>
  document.documentElement.dataset.theme === 'light' ? 'toolyard-light' : 'toolyard-dark';

export function defineThemes(monaco: { editor: Pick<typeof editor, 'defineTheme' | 'setTheme'> }): void {
  monaco.editor.defineTheme('toolyard-dark', themeOf(DARK));
  monaco.editor.defineTheme('toolyard-light', themeOf(LIGHT));
  const follow = (): void => monaco.editor.setTheme(currentTheme());
  follow();
  new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['data-theme'] });
}
