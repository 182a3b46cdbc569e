// All features before the first editor: the JSON mode loads them too, and services registered later are unknown.
import { ownValue } from '@/lib/protocol/own-value';
import 'monaco-editor/features/register.all';
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/languages/definitions/css/register';
import 'monaco-editor/languages/definitions/html/register';
import 'monaco-editor/languages/definitions/javascript/register';
import 'monaco-editor/languages/definitions/markdown/register';
import 'monaco-editor/languages/definitions/python/register';
import 'monaco-editor/languages/definitions/shell/register';
import 'monaco-editor/languages/definitions/typescript/register';
import 'monaco-editor/languages/definitions/yaml/register';
import 'monaco-editor/languages/features/json/register';
import { loadWorker } from './load-worker';
import { defineThemes } from './theme';

// Workers come from our own origin; otherwise Monaco looks for them elsewhere and fails.
self.MonacoEnvironment = {
  getWorker: (_id, label) =>
    loadWorker(() =>
      label === 'json'
        ? new Worker(new URL('./json.worker.ts', import.meta.url), { type: 'module', name: 'json' })
        : new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module', name: 'editor' }),
    ),
};

defineThemes(monaco);

const LANGUAGES: Readonly<Record<string, string>> = {
  cjs: 'javascript',
  css: 'css',
  cts: 'typescript',
  html: 'html',
  ipynb: 'json',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  py: 'python',
  sh: 'shell',
  ts: 'typescript',
  tsx: 'typescript',
  yaml: 'yaml',
  yml: 'yaml',
};

/** Monaco's language for a file, chosen by its ending. */
export const languageOf = (path: string): string =>
  ownValue(LANGUAGES, path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'plaintext';

/** Room for the sign of a change beside the line number, pixels. */
export const SIGN_ROOM = 18;

/** The options that all editors of the page share. */
export const EDITOR_OPTIONS: monaco.editor.IEditorOptions & monaco.editor.IGlobalEditorOptions = {
  automaticLayout: true,
  contextmenu: false,
  fixedOverflowWidgets: true,
  fontFamily: "'JetBrains Mono Variable', ui-monospace, Menlo, Consolas, monospace",
  fontLigatures: false,
  fontSize: 12.5,
  lineHeight: 20,
  lineNumbersMinChars: 3,
  minimap: { enabled: false },
  occurrencesHighlight: 'off',
  overviewRulerLanes: 0,
  padding: { top: 6, bottom: 6 },
  renderLineHighlight: 'none',
  // Markers also apply to read-only text.
  renderValidationDecorations: 'on',
  renderWhitespace: 'selection',
  scrollBeyondLastLine: false,
  scrollbar: {
    verticalScrollbarSize: 8,
    horizontalScrollbarSize: 8,
    useShadows: false,
    alwaysConsumeMouseWheel: false,
  },
  smoothScrolling: false,
  stickyScroll: { enabled: false },
};

export { monaco };
