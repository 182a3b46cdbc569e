import type { PromptedTool, Reading, TextCallParser } from '../dialect';
import { jsonArguments } from './arguments';

/** What may stand behind a call of GLM-4, as some servers leave it there. */
const END = /<\|(?:observation|user|endoftext)\|>\s*$/;
const NOTHING: Reading = { text: '', calls: [], warnings: [] };

/**
 * Reads calls as GLM-4 writes them, too: a whole reply that is the name of a tool, and on the lines below it one JSON object. A
 * reply is held back only as long as it may be that; any other goes to `inner`.
 */
export function withPlainCalls(inner: TextCallParser, tools: readonly PromptedTool[] = []): TextCallParser {
  const names = tools.map(({ name }) => name);
  /** What has come so far, while that may be a call. */
  let held: string[] | undefined = names.length === 0 ? undefined : [];
  let begun = false;
  return {
    push(text) {
      if (held === undefined) return inner.push(text);
      held.push(text);
      // Once its JSON has begun, only the end of the reply decides: what follows is not looked at again for each piece.
      if (begun) return NOTHING;
      const all = held.join('');
      begun = BEGUN.test(all) && names.includes(nameIn(all));
      if (begun || mayBegin(all, names)) return NOTHING;
      held = undefined;
      return inner.push(all);
    },
    end() {
      const all = held?.join('') ?? '';
      if (all === '') return inner.end();
      const call = callIn(all, names);
      if (call) return { ...NOTHING, calls: [call] };
      const [said, last] = [inner.push(all), inner.end()];
      return {
        ...last,
        text: said.text + last.text,
        calls: [...said.calls, ...last.calls],
        warnings: [...said.warnings, ...last.warnings],
      };
    },
  };
}

/** A line with one word, and what may begin an object below it. */
const BEGUN = /^\s*\S+[^\S\n]*\n\s*\{/;

const nameIn = (text: string): string => text.trimStart().split(/\s/, 1)[0] ?? '';

/** Whether this may be the beginning of a tool's name, or all of it and space. */
function mayBegin(text: string, names: readonly string[]): boolean {
  const begun = text.trimStart();
  return /\s$/.test(begun) ? names.includes(begun.trimEnd()) : names.some((name) => name.startsWith(begun));
}

function callIn(text: string, names: readonly string[]): Reading['calls'][number] | undefined {
  const [, name = '', json = ''] = /^\s*(\S+)[^\S\n]*\n\s*(\{[\s\S]*)$/.exec(text.replace(END, '')) ?? [];
  const given = names.includes(name) ? jsonArguments(json.trim()) : undefined;
  return given && { name, arguments: given };
}
