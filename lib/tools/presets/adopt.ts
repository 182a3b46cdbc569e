import type { ToolResult, ValidationIssue } from '@/lib/protocol';
import { explain, fromJsonSchema, validate } from '@/lib/schema';
import { readOutput } from '../dispatch/read-output';
import { failure } from '../result';
import type { AnyTool, ToolContext } from '../tool';
import { mapFields } from './fields';
import type { Preset, PresetTool } from './preset';
import { describedIn, inTheirWords } from './words';

/** Fields of ours that hold the path of what is worked on. */
const PATHS: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'path', 'source_path', 'destination_path']);

/** A tool of ours under a system's name, with its fields, limits and path rules. The work is done by ours. */
export function adopt(preset: Preset, spec: PresetTool, tool: AnyTool, names: ReadonlyMap<string, string>): AnyTool {
  const { names: fields, toOurs: ours, ...form } = mapFields(spec, tool);
  const words = inTheirWords(names, [...fields, ...Object.entries(preset.codes ?? {})]);
  const schema = describedIn(words, form.schema);
  const kind = preset.kinds && !preset.kinds.includes(tool.kind) ? 'other' : tool.kind;
  const { outputLimit = tool.outputLimit, deadlineMs = Infinity } = preset;
  const { titleFor, deadlineFor, refuse, suggestRule, ruleSubject, delegatesTo, preview, recoveryHint } = tool;
  return {
    ...tool,
    name: spec.name,
    title: spec.name,
    executor: tool.name,
    fields: Object.fromEntries([...(spec.without ?? []).map((field) => [field, '']), ...fields]),
    ...(preset.paths && { absolutePaths: true }),
    description: spec.description ?? words(tool.description),
    kind,
    category: spec.category ?? tool.category,
    input: preset.track === 'zod' ? fromJsonSchema(schema) : schema,
    ...(outputLimit !== undefined && { outputLimit }),
    ...(titleFor && { titleFor: (input: unknown) => titleFor(ours(input)) }),
    ...((deadlineFor || deadlineMs < Infinity) && {
      deadlineFor: (input: unknown) => Math.min(deadlineMs, deadlineFor?.(ours(input)) ?? Infinity),
    }),
    isReadOnly: (input) => tool.isReadOnly(ours(input)),
    isDangerous: (input) => tool.isDangerous(ours(input)),
    ...(refuse && { refuse: (input: unknown, context: ToolContext) => refuse(ours(input), context) }),
    ...(ruleSubject && { ruleSubject: (input: unknown, context: ToolContext) => ruleSubject(ours(input), context) }),
    ...(delegatesTo && { delegatesTo: (input: unknown) => delegatesTo(ours(input)) }),
    ...(preview && { preview: (input: unknown, context: ToolContext) => preview(ours(input), context) }),
    ...(recoveryHint && { recoveryHint: (input: unknown, context: ToolContext) => recoveryHint(ours(input), context) }),
    ...(suggestRule && {
      async suggestRule(input: unknown, context: ToolContext) {
        const rule = await suggestRule(ours(input), context);
        return rule.startsWith(tool.name) ? `${spec.name}${rule.slice(tool.name.length)}` : rule;
      },
    }),
    async execute(input, context) {
      const mapped = ours(input);
      for (const [field, name] of fields) {
        const value = mapped[field];
        if (!PATHS.has(field) || typeof value !== 'string') continue;
        for (const rule of preset.paths ?? []) {
          const refused = await rule({ field: name, value, executor: tool.name }, context);
          if (refused) return refused;
        }
      }
      const checked = validate(tool.input, mapped, { language: context.language });
      if (!checked.ok) return misfit(checked.issues, fields, context);
      return inTheirCodes(preset, readOutput(tool, await tool.execute(checked.value, context)));
    },
  };
}

/** What the system's schema let through and ours does not take, told with the system's names. */
function misfit(
  issues: readonly ValidationIssue[],
  fields: ReadonlyMap<string, string>,
  { language }: ToolContext,
): ToolResult {
  const theirs = issues.map((issue) => ({
    ...issue,
    path: issue.path.replace(/^\$\.(\w+)/, (whole, field: string) => `$.${fields.get(field) ?? field}`),
  }));
  return failure('INVALID_ARGS', explain(theirs, language), { issues: theirs });
}

function inTheirCodes({ codes = {} }: Preset, result: ToolResult): ToolResult {
  const code = result.error && codes[result.error];
  return code === undefined ? result : { ...result, error: code };
}
