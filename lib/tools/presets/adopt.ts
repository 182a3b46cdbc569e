import type { ToolResult, ValidationIssue } from '@/lib/protocol';
import { explain, fromJsonSchema, validate } from '@/lib/schema';
import { readOutput } from '../dispatch/read-output';
import { failure } from '../result';
import { OUR_SYSTEM, type System } from '../system';
import type { AnyTool, ToolContext } from '../tool';
import { mapFields, wholeNumbers } from './fields';
import { parentExists } from './path-rules';
import type { Preset, PresetTool } from './preset';
import { describedIn, inTheirWords, type Words } from './words';

/** Fields of ours that hold the path of what is worked on. */
const PATHS: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'path', 'source_path', 'destination_path']);

/** A tool of ours under a system's name, with its fields, limits, path rules and words. The work is done by ours. */
export function adopt(preset: Preset, spec: PresetTool, tool: AnyTool, whole: System): AnyTool {
  const system = systemOfTool(whole, spec);
  const { names: fields, toOurs: ours, ...form } = mapFields(spec, tool);
  // Where two tools do the same, the first is meant.
  const names = new Map(preset.tools.toReversed().map(({ executor, name }) => [executor, name]));
  const words = inTheirWords(names, [...fields, ...codesOf(system)]);
  const schema = describedIn(words, form.schema);
  const kind = preset.kinds && !preset.kinds.includes(tool.kind) ? 'other' : tool.kind;
  const { help = tool.help, dangerous, supportedProviders = tool.supportedProviders, track = preset.track } = spec;
  // A person is not hurried by a system's deadline for its tools.
  const deadlineMs = tool.waitsForPerson ? Infinity : system.behaviour.deadlineMs;
  const { titleFor, deadlineFor, refuse, suggestRule, ruleSubject, delegatesTo, preview, recoveryHint } = tool;
  const within = (context: ToolContext): ToolContext =>
    context.system && system === whole ? context : { ...context, system };
  return {
    ...tool,
    name: spec.name,
    title: spec.name,
    executor: tool.name,
    system,
    fields: Object.fromEntries([...(spec.without ?? []).map((field) => [field, '']), ...fields]),
    ...(preset.paths && { absolutePaths: true }),
    ...(preset.paths?.includes(parentExists) && { existingFolders: true }),
    description: `${spec.lead === undefined ? '' : `${spec.lead}. `}${spec.description ?? words(tool.description)}`,
    ...(spec.capabilities && { capabilities: spec.capabilities }),
    ...(help !== undefined && { help }),
    ...(supportedProviders && { supportedProviders }),
    kind,
    category: spec.category ?? tool.category,
    input: track === 'zod' ? fromJsonSchema(schema) : schema,
    ...(spec.output && { output: spec.output.schema }),
    ...(titleFor && { titleFor: (input: unknown) => titleFor(ours(input)) }),
    ...((deadlineFor || deadlineMs < Infinity) && {
      deadlineFor: (input: unknown) => Math.min(deadlineMs, deadlineFor?.(ours(input)) ?? Infinity),
    }),
    isReadOnly: (input) => tool.isReadOnly(ours(input)),
    isDangerous: dangerous === undefined ? (input) => tool.isDangerous(ours(input)) : () => dangerous,
    ...(refuse && { refuse: (input: unknown, context: ToolContext) => refuse(ours(input), context) }),
    ...(ruleSubject && { ruleSubject: (input: unknown, context: ToolContext) => ruleSubject(ours(input), context) }),
    ...(delegatesTo && { delegatesTo: (input: unknown) => delegatesTo(ours(input)) }),
    ...(preview && { preview: (input: unknown, context: ToolContext) => preview(ours(input), within(context)) }),
    ...(recoveryHint && {
      recoveryHint: (input: unknown, context: ToolContext) => recoveryHint(ours(input), within(context)),
    }),
    ...(suggestRule && {
      async suggestRule(input: unknown, context: ToolContext) {
        const rule = await suggestRule(ours(input), context);
        return rule.startsWith(tool.name) ? `${spec.name}${rule.slice(tool.name.length)}` : rule;
      },
    }),
    async execute(given, outer) {
      const context = within(outer);
      const mapped = system.behaviour.laxity.integers ? wholeNumbers(tool, ours(given)) : ours(given);
      const refused = await refusedPath(mapped, context);
      if (refused) return refused;
      const checked = validate(tool.input, mapped, { language: context.language });
      if (!checked.ok) return misfit(checked.issues, fields, words, context);
      const ended = await spec.before?.(mapped, context);
      const result = ended ?? readOutput(tool, await tool.execute(checked.value, context));
      const told = spec.tell ? await spec.tell(result, mapped, context) : result;
      return told.success && spec.output ? { ...told, structuredContent: spec.output.of(told) } : told;
    },
  };

  async function refusedPath(mapped: ReturnType<typeof ours>, context: ToolContext): Promise<ToolResult | undefined> {
    for (const [field, name] of fields) {
      const value = mapped[field];
      if (!PATHS.has(field) || typeof value !== 'string') continue;
      for (const rule of preset.paths ?? []) {
        const refused = await rule({ field: name, value, executor: tool.name }, context);
        if (refused) return refused;
      }
    }
    return undefined;
  }
}

/** The system as one of its tools sees it. */
const systemOfTool = (system: System, { readBeforeWrite }: PresetTool): System =>
  readBeforeWrite === undefined ? system : { ...system, behaviour: { ...system.behaviour, readBeforeWrite } };

/** The codes that a system spells in its own way whatever happened, by ours. */
const codesOf = ({ behaviour }: System): (readonly [string, string])[] =>
  behaviour.codes === OUR_SYSTEM.behaviour.codes
    ? []
    : [['NOT_FOUND', behaviour.codes('NOT_FOUND', { success: false, text: '' })]];

/** What the system's schema let through and ours does not take, told with the system's names. */
function misfit(
  issues: readonly ValidationIssue[],
  fields: ReadonlyMap<string, string>,
  words: Words,
  { language }: ToolContext,
): ToolResult {
  const theirs = issues.map((issue) => ({
    ...issue,
    message: words(issue.message),
    path: issue.path.replace(/^\$\.(\w+)/, (whole, field: string) => `$.${fields.get(field) ?? field}`),
  }));
  return failure('INVALID_ARGS', explain(theirs, language), { issues: theirs });
}
