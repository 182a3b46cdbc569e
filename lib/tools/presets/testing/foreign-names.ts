import { ERROR_CODES, type ToolResult } from '@/lib/protocol';
import { toJsonSchema } from '@/lib/schema';
import { PRESETS, presetTools } from '..';
import { builtinTools } from '../../builtin';
import { OUR_SYSTEM, systemOf } from '../../system';
import type { AnyTool } from '../../tool';

/** A tool's name that is also a normal word: it counts only if the text mentions it as something to use. */
const PROSE = /^[A-Z]?[a-z]+$/;
/** What comes before a mention of a tool, in both languages. */
const BEFORE = '(?<=\\b(?:use|with|by|call|calling|see|run|of|or|and|after|in|to) |[用与或、] ?)';
/** What follows a verb rather than a tool's name. */
const OBJECT = '(?! (?:a|an|the|it|its|them|what|one|each|every|only|this|that|at|more|less|all|any|files?|text)\\b)';

/** Names of settings, which tools are about, but which are not fields. */
const SETTINGS: ReadonlySet<string> = new Set(['max_turns']);

const fieldsOf = (tools: readonly AnyTool[]): string[] =>
  tools.flatMap(({ input }) => Object.keys(Object(toJsonSchema(input).properties)));

/** Finds what a preset's texts must not contain: tool and field names of other systems, and codes not in its spelling. */
export function foreignNames(tools: readonly AnyTool[]): (text: string) => string[] {
  const everywhere = [...builtinTools, ...PRESETS.flatMap((preset) => presetTools(preset, builtinTools))];
  const own = new Set(tools.map(({ name }) => name));
  // Names in lower case may be shell programs or normal words, even if another system has such a tool.
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

/** Our error codes that a preset always spells differently. */
function foreignCodes(tools: readonly AnyTool[]): string[] {
  const { codes } = systemOf(tools).behaviour;
  if (codes === OUR_SYSTEM.behaviour.codes) return [];
  const details = { exitCode: 1 };
  const spelt = new Set(ERROR_CODES.map((code) => codes(code, { success: false, text: '', details })));
  return ERROR_CODES.filter((code) => !spelt.has(code));
}

/** All texts of a result, for models and people. */
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
