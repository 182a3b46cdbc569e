import { ERROR_CODES, type ToolResult } from '@/lib/protocol';
import { toJsonSchema } from '@/lib/schema';
import { PRESETS, presetTools } from '..';
import { builtinTools } from '../../builtin';
import { OUR_SYSTEM, systemOf } from '../../system';
import type { AnyTool } from '../../tool';

/** A tool's name that prose contains, too: it counts where a text speaks of it as of something to use. */
const PROSE = /^[A-Z]?[a-z]+$/;
/** What stands before a mention of a tool, in both languages. */
const BEFORE = '(?<=\\b(?:use|with|by|call|calling|see|run|of|or|and|after|in|to) |[用与或、] ?)';
/** What follows a verb, and not a tool's name. */
const OBJECT = '(?! (?:a|an|the|it|its|them|what|one|each|every|only|this|that|at|more|less|all|any|files?|text)\\b)';

/** Names of settings, which are what a tool is about and none of its fields. */
const SETTINGS: ReadonlySet<string> = new Set(['max_turns']);

const fieldsOf = (tools: readonly AnyTool[]): string[] =>
  tools.flatMap(({ input }) => Object.keys(Object(toJsonSchema(input).properties)));

/** What no text of a preset may contain: names of tools and fields that only others have, and codes in a spelling that is not its own. */
export function foreignNames(tools: readonly AnyTool[]): (text: string) => string[] {
  const everywhere = [...builtinTools, ...PRESETS.flatMap((preset) => presetTools(preset, builtinTools))];
  const own = new Set(tools.map(({ name }) => name));
  // A program of the shell, or a word of its own, is no tool because another system has one of that name.
  const names = [...new Set(everywhere.map(({ name }) => name))].filter(
    (name) => !own.has(name) && /[A-Z_]/.test(name),
  );
  const ownFields = new Set([...fieldsOf(tools), ...(own.has('Config') ? SETTINGS : [])]);
  const fields = [...new Set(fieldsOf(everywhere))].filter((field) => !ownFields.has(field) && /[_A-Z]/.test(field));
  const patterns = [
    ...names.map((name) => (PROSE.test(name) ? `${BEFORE}${name}\\b${OBJECT}` : `\\b${name}\\b`)),
    ...fields.map((field) => `(?<![\\w-])${field}\\b`),
    ...foreignCodes(tools).map((code) => `\\b${code}\\b`),
  ];
  const pattern = new RegExp(patterns.join('|'), 'g');
  return (text) => [...text.matchAll(pattern)].map(([word]) => word);
}

/** Codes of ours that a preset spells otherwise, whatever happened. */
function foreignCodes(tools: readonly AnyTool[]): string[] {
  const { codes } = systemOf(tools).behaviour;
  if (codes === OUR_SYSTEM.behaviour.codes) return [];
  const details = { exitCode: 1 };
  const spelt = new Set(ERROR_CODES.map((code) => codes(code, { success: false, text: '', details })));
  return ERROR_CODES.filter((code) => !spelt.has(code));
}

/** Everything that a result says, to a model or a person. */
export const textsOf = ({
  text,
  summary,
  issues = [],
  denial,
  content = [],
  structuredContent,
}: ToolResult): string[] =>
  [
    text,
    summary,
    ...issues.flatMap(({ path, expected, message }) => [path, expected, message]),
    denial?.reason,
    denial?.hint,
    ...content.map((part) => ('text' in part ? part.text : undefined)),
    structuredContent === undefined ? undefined : JSON.stringify(structuredContent),
  ].filter((said) => said !== undefined);
