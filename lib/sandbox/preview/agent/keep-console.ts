import { MAX_LINE, MAX_LINES } from '../limits';

const LEVELS = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Keeps what the page writes to its console, and what it throws, until somebody takes it. */
export function keepConsole(): { take(): string[]; note(words: string): void } {
  let lines: string[] = [];
  const add = (level: string, words: readonly unknown[]) => {
    const line = `${level}: ${words.map(wordOf).join(' ')}`.slice(0, MAX_LINE);
    lines = [...lines, line].slice(-MAX_LINES);
  };
  for (const level of LEVELS) {
    const own = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      add(level, words);
      own(...words);
    };
  }
  // On the window and not through listeners, which opening the document takes away.
  window.onerror = (message) => add('error', [message]);
  window.onunhandledrejection = ({ reason }) => add('error', [reason]);
  return {
    note: (words) => add('note', [words]),
    take() {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
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
