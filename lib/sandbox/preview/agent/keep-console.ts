import { MAX_LINE, MAX_LINES } from '../limits';

const LEVELS = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Collects the page's console output, uncaught errors and the dialogs that it may not open until they are taken, and reports each line at once. */
export function keepConsole(onLine: (line: string) => void): { take(): string[]; note(words: string): void } {
  let lines: string[] = [];
  const add = (level: string, words: readonly unknown[]) => {
    const line = `${level}: ${words.map(wordOf).join(' ').trimEnd()}`.slice(0, MAX_LINE);
    if (lines.length < MAX_LINES) onLine(line);
    lines = [...lines, line].slice(-MAX_LINES);
  };
  for (const level of LEVELS) {
    const own = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      add(level, words);
      own(...words);
    };
  }
  // As window handlers, since opening the document removes listeners.
  window.onerror = (message, source, line, column) => add('error', [message, placeOf(source, line, column)]);
  window.onunhandledrejection = ({ reason }) => add('error', ['Uncaught (in promise)', reason]);
  // A browser ignores them in such a frame, and tells nobody.
  const asked = (name: string, message: unknown) =>
    add('note', [`${name}(${JSON.stringify(String(message))}): a page here has no dialogs`]);
  Object.assign(window, {
    alert: (message = '') => asked('alert', message),
    confirm(message = '') {
      asked('confirm', message);
      return false;
    },
    prompt(message = '') {
      asked('prompt', message);
      return null;
    },
  });
  return {
    note: (words) => add('note', [words]),
    take() {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}

/** Where an error was thrown; inlined parts of a page have no meaningful URL. */
function placeOf(source = '', line = 0, column = 0): string {
  if (line === 0) return '';
  const file = /^(?:data|blob|about):/.test(source) ? '' : (source.split(/[?#]/)[0]?.split('/').pop() ?? '');
  return `(${file === '' ? 'line ' : `${file}:`}${line}:${column})`;
}

function wordOf(word: unknown): string {
  if (word instanceof Error) return `${word.name}: ${word.message}`;
  if (typeof word !== 'object' || word === null) return String(word);
  try {
    return JSON.stringify(word);
  } catch {
    return Object.prototype.toString.call(word);
  }
}
