import { MAX_LOG } from '../limits';

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir'] as const;

/** A console that keeps the first `MAX_LOG` characters of its output. */
export function createCodeConsole(): { console: Record<string, (...said: unknown[]) => void>; text(): string } {
  let text = '';
  const say = (...said: unknown[]) => {
    if (text.length >= MAX_LOG) return;
    const line = said.map(inWords).join(' ');
    text = `${text}${line}\n`.slice(0, MAX_LOG);
  };
  return { console: Object.fromEntries(METHODS.map((method) => [method, say])), text: () => text };
}

/** Any value as it is shown in a line of output. Never throws. */
export function inWords(value: unknown): string {
  try {
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (typeof value === 'object' && value !== null)
      return JSON.stringify(value) ?? Object.prototype.toString.call(value);
    return String(value);
  } catch {
    return 'something that cannot be shown';
  }
}
