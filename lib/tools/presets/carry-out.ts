import type { ToolResult, ValidationIssue } from '@/lib/protocol';
import { validate } from '@/lib/schema';
import { isObject } from '@/lib/schema/json-schema';
import { formatPath } from '@/lib/schema/path';
import { readOutput } from '../invocation';
import { invalid } from '../dispatch/prepare';
import type { System } from '../system';
import type { AnyTool, ToolContext } from '../tool';
import { wholeNumbers, type FieldMap } from './fields';
import type { PathRule } from './path-rules';
import type { PresetInput, PresetTool } from './preset';
import type { RenameMentions } from './rename-mentions';

/** A system's tool, and our tool that does its work. */
interface Adopted {
  readonly spec: PresetTool;
  readonly tool: AnyTool;
  readonly system: System;
  readonly map: FieldMap;
  readonly words: RenameMentions;
  readonly paths: readonly PathRule[];
}

/** Our fields that hold a path to work on. */
const PATHS: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'path', 'source_path', 'destination_path']);

/** Carries out a call of a system's tool: checks its arguments, lets our tool do the work, and words the result its way. */
export async function carryOut(
  { spec, tool, system, map, words, paths }: Adopted,
  given: unknown,
  context: ToolContext,
): Promise<ToolResult> {
  const { language = 'en' } = context;
  const refuse = (issues: readonly ValidationIssue[]) => invalid(spec, issues, { language, system }).failure;
  const found = () => {
    const told = validate(map.schema, given, { language });
    return told.ok ? [] : told.issues;
  };
  if (!isObject(given)) return refuse(found());
  const strange = map.strangersIn(given).map((name) => formatPath([name]));
  if (strange.length > 0) return refuse(found().filter(({ path }) => strange.includes(path)));
  const own = spec.check?.(given, language) ?? [];
  if (own.length > 0) return refuse(own);
  const ours = map.toOurs(given);
  const mapped = system.behaviour.laxity.integers ? wholeNumbers(tool, ours) : ours;
  const refused = await refusedPath(mapped, { map, tool, paths }, context);
  if (refused) return inItsWords(refused);
  const checked = validate(tool.input, mapped, { language });
  if (!checked.ok) return refuse(inTheirFields(checked.issues, map, words, given));
  const ended = await spec.before?.(mapped, context);
  const result = ended ?? readOutput(tool, await tool.execute(checked.value, context));
  const told = inItsWords(spec.tell ? await spec.tell(result, mapped, context) : result);
  return told.success && spec.output ? { ...told, structuredContent: spec.output.of(told) } : told;

  /** Invalid arguments that only the tool itself detected are reported like any others. */
  function inItsWords(said: ToolResult): ToolResult {
    if (said.error !== 'INVALID_ARGS') return said;
    const issues = said.issues && inTheirFields(said.issues, map, words, { ...Object(given) });
    const told = issues ?? [{ path: '', expected: '', received: '', message: said.text }];
    const text = system.behaviour.texts[language]?.invalidArguments?.(spec.name, told);
    return { ...said, ...(issues && { issues }), ...(text !== undefined && { text }) };
  }
}

async function refusedPath(
  mapped: Readonly<Record<string, unknown>>,
  { map, tool, paths }: Pick<Adopted, 'map' | 'tool' | 'paths'>,
  context: ToolContext,
): Promise<ToolResult | undefined> {
  for (const [field, name] of map.names) {
    const value = mapped[field];
    if (!PATHS.has(field) || typeof value !== 'string') continue;
    for (const rule of paths) {
      const refused = await rule({ field: name, value, executor: tool.name }, context);
      if (refused) return refused;
    }
  }
  return undefined;
}

/** Issues that only our schema found, with the system's field names and with numbers as they were sent. */
const inTheirFields = (
  issues: readonly ValidationIssue[],
  { names }: FieldMap,
  words: RenameMentions,
  given: PresetInput,
): ValidationIssue[] =>
  issues.map(({ path, expected, received, message }) => {
    const [, ours = ''] = /^\$\.(\w+)$/.exec(path) ?? [];
    const sent = given[names.get(ours) ?? ours];
    return {
      path: path.replace(/^\$\.(\w+)/, (_whole, field: string) => `$.${names.get(field) ?? field}`),
      expected,
      received: typeof sent === 'number' ? String(sent) : received,
      message: words(message).replace(/`(\w+)`/g, (whole, field: string) =>
        names.has(field) ? `\`${names.get(field)}\`` : whole,
      ),
    };
  });
