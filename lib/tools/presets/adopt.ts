import { fromJsonSchema } from '@/lib/schema';
import { OUR_SYSTEM, type System } from '../system';
import type { AnyTool, ToolContext } from '../tool';
import { carryOut } from './carry-out';
import { mapFields } from './fields';
import { parentExists } from './path-rules';
import type { Preset, PresetTool } from './preset';
import { describedIn, renameMentions } from './rename-mentions';

/** Makes a system's tool from ours: the system's name, fields, limits, path rules and texts. Our tool does the work. */
export function adopt(preset: Preset, spec: PresetTool, tool: AnyTool, whole: System): AnyTool {
  const system = systemOfTool(whole, spec);
  const map = mapFields(spec, tool);
  const { names: fields, toOurs: ours } = map;
  // If two tools share an executor, mentions mean the first.
  const names = new Map(preset.tools.toReversed().map(({ executor, name }) => [executor, name]));
  const words = renameMentions(names, [...fields, ...codesOf(system)]);
  const schema = describedIn(words, map.schema);
  const adopted = { spec, tool, system, map, words, paths: preset.paths ?? [] };
  const kind = preset.kinds && !preset.kinds.includes(tool.kind) ? 'other' : tool.kind;
  const { help = tool.help, dangerous, supportedProviders = tool.supportedProviders, track = preset.track } = spec;
  // A system's deadline must not rush a person.
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
    execute: (given, context) => carryOut(adopted, given, within(context)),
  };
}

/** The system as it applies to one of its tools. */
const systemOfTool = (system: System, { readBeforeWrite }: PresetTool): System =>
  readBeforeWrite === undefined ? system : { ...system, behaviour: { ...system.behaviour, readBeforeWrite } };

/** Our error codes that the system always spells differently, with its spelling. */
const codesOf = ({ behaviour }: System): (readonly [string, string])[] =>
  behaviour.codes === OUR_SYSTEM.behaviour.codes
    ? []
    : [['NOT_FOUND', behaviour.codes('NOT_FOUND', { success: false, text: '' })]];
