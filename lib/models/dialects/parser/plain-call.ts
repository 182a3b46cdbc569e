import type { PromptedTool, Reading, TextCallParser } from '../dialect';
import { jsonArguments } from './arguments';

/** Tokens that some servers leave after a call of GLM-4. */
const END = /<\|(?:observation|user|endoftext)\|>\s*$/;
const NOTHING: Reading = { text: '', calls: [], warnings: [] };

/**
 * Also reads calls in GLM-4's syntax: a whole reply consisting of a tool's name and, on the lines below it, one JSON object.
 * A reply is held back only while it may be such a call; any other goes to `inner`.
 */
export function withPlainCalls(inner: TextCallParser, tools: readonly PromptedTool[] = []): TextCallParser {
  const names = tools.map(({ name }) => name);
  /** The text so far, while it may be a call. */
  let held: string[] | undefined = names.length === 0 ? undefined : [];
  let begun = false;
  return {
    push(text) {
      if (held === undefined) return inner.push(text);
      held.push(text);
      // Once the JSON has begun, only the end of the reply decides, so do not examine the text again for each piece.
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

/** A line with one word, then the possible start of an object below it. */
const BEGUN = /^\s*\S+[^\S\n]*\n\s*\{/;

const nameIn = (text: string): string => text.trimStart().split(/\s/, 1)[0] ?? '';

/** Whether the text may be the beginning of a tool's name, or a whole name with white space after it. */
function mayBegin(text: string, names: readonly string[]): boolean {
  const begun = text.trimStart();
  return /\s$/.test(begun) ? names.includes(begun.trimEnd()) : names.some((name) => name.startsWith(begun));
}

function callIn(text: string, names: readonly string[]): Reading['calls'][number] | undefined {
  const [, name = '', json = ''] = /^\s*(\S+)[^\S\n]*\n\s*(\{[\s\S]*)$/.exec(text.replace(END, '')) ?? [];
  const given = names.includes(name) ? jsonArguments(json.trim()) : undefined;
  return given && { name, arguments: given };
}
