import { type Language, parseAnyJson, type ValidationIssue } from '@/lib/protocol';
import { parsePartialJson, explain, isZod, validate } from '@/lib/schema';
import type { Registry } from '../registry';
import { ok, type Outcome, failed, type ToolCall } from '../result';
import type { AnyTool } from '../tool';
import { offRefusal } from '../pool/off-refusal';
import { OUR_BEHAVIOUR, OUR_SYSTEM, type System } from '../system';
import { denialTexts } from '../permissions/denial-texts';
import { denied } from '../permissions/denied';
import type { Invocation, Step } from '../invocation';

const STRICT: ValidationSettings = { language: 'en', validation: 'block' };
const KEEP = { keep: true };

/**
 * Looks up a call's tool, and parses and validates its arguments, before permission is checked. The page, the scheduler and
 * the dispatcher all need this, but the arguments are parsed once. The dispatcher is last, so it keeps no copy (`keep: false`).
 */
export function prepare(
  registry: Registry,
  call: ToolCall,
  validating: ValidationSettings = STRICT,
  { keep = true }: { keep?: boolean } = KEEP,
): Outcome<Prepared> {
  const found = lookUp(registry, call.name, validating);
  if (!found.ok) return found;
  const known = outcomes.get(call);
  if (known && holdsFor(known, call, found.value, validating)) return known.outcome;
  const outcome = read(call, found.value, validating);
  if (keep) outcomes.set(call, { args: call.args, tool: found.value, validating, outcome });
  return outcome;
}

/** Prepares calls for display: undefined for one that is not complete and valid. */
export function preparing(registry: Registry, system: System): (call: ToolCall) => Prepared | undefined {
  const validating: ValidationSettings = { ...STRICT, system };
  return (call) => {
    const outcome = prepare(registry, call, validating);
    return outcome.ok ? outcome.value : undefined;
  };
}

/** A call's arguments as parsed and validated for a tool. */
interface KeptOutcome {
  readonly args: string;
  readonly tool: AnyTool;
  readonly validating: ValidationSettings;
  readonly outcome: Outcome<Prepared>;
}

const outcomes = new WeakMap<ToolCall, KeptOutcome>();

/** Valid arguments are valid in any language and validation mode; only issues depend on those. */
function holdsFor(
  { args, tool, validating, outcome }: KeptOutcome,
  call: ToolCall,
  now: AnyTool,
  by: ValidationSettings,
): boolean {
  if (args !== call.args || tool !== now || validating.system !== by.system) return false;
  const valid = outcome.ok && outcome.value.issues === undefined;
  return valid || (validating.language === by.language && validating.validation === by.validation);
}

function read(call: ToolCall, tool: AnyTool, validating: ValidationSettings): Outcome<Prepared> {
  const args = parseArguments(call.args, validating.language);
  if (!args.ok) return args;
  const valid = validateInput(tool, args.value, validating);
  return valid.ok ? ok({ tool, input: valid.value.input, issues: valid.value.issues }) : valid;
}

/** Parses a call's argument text. It must be complete JSON; empty text counts as an empty object. */
function parseArguments(text: string, language: Language = 'en'): Outcome<unknown> {
  if (text.trim() === '') return ok({});
  const parsed = parseAnyJson(text);
  if (parsed.ok) return ok(parsed.value);
  const { partial, invalid } = TEXTS[language];
  if (parsePartialJson(text).state === 'partial') return failed('PARTIAL_JSON', partial(text.length));
  return failed('INVALID_JSON', invalid(parsed.reason));
}

const TEXTS = {
  en: {
    partial: (length: number) =>
      `The arguments end in the middle: ${length} characters arrived, and they are not complete JSON. ` +
      'Nothing was run. Make the call again; if it was cut off because it was long, make it shorter, in several calls.',
    invalid: (reason: string) => `The arguments are not JSON (${reason}). Nothing was run. Send one JSON object.`,
  },
  zh: {
    partial: (length: number) =>
      `参数在中途断开：收到 ${length} 个字符，不是完整的 JSON。未执行任何操作。` +
      '请重新调用；如果是因为太长而被截断，请拆成几次较短的调用。',
    invalid: (reason: string) => `参数不是 JSON：“${reason}”。未执行任何操作。请发送一个 JSON 对象。`,
  },
} as const satisfies Record<Language, unknown>;

type Addressing = Pick<ValidationSettings, 'language' | 'system'>;

/** Finds the tool that a call names, or fails saying that it is off or which names are similar. */
export function lookUp(
  registry: Registry,
  name: string,
  { language, system }: Addressing = { language: 'en' },
): Outcome<AnyTool> {
  const { laxity } = system?.behaviour ?? OUR_BEHAVIOUR;
  const entry = registry.entry(name);
  if (entry && (laxity.names || entry.name === name))
    return entry.enabled ? ok(entry.tool) : { ok: false, failure: offRefusal(entry, language) };
  const said = system?.behaviour.texts[language]?.toolNotFound?.(name);
  if (said !== undefined) return failed('TOOL_NOT_FOUND', said);
  const { unknown, near, all } = NOT_FOUND_TEXTS[language];
  const names = registry.nearestNames(name);
  const hint = names.length > 0 ? near(names) : all(registry.tools.map((tool) => tool.name).join(', '));
  return failed('TOOL_NOT_FOUND', `${unknown(JSON.stringify(name.slice(0, 80)))}${hint}`);
}

const NOT_FOUND_TEXTS = {
  en: {
    unknown: (name: string) => `There is no tool named ${name}. `,
    near: (names: readonly string[]) => `Did you mean ${names.join(' or ')}?`,
    all: (names: string) => `The tools are ${names}.`,
  },
  zh: {
    unknown: (name: string) => `没有名为 ${name} 的工具。`,
    near: (names: readonly string[]) => `你是指 ${names.join(' 或 ')} 吗？`,
    all: (names: string) => `可用的工具有：${names}。`,
  },
} as const satisfies Record<Language, unknown>;

/** A tool and a valid input for it. */
export interface Prepared {
  readonly tool: AnyTool;
  readonly input: unknown;
  /** Issues of an invalid input that runs anyway. */
  readonly issues?: readonly ValidationIssue[] | undefined;
}

/** How a call's arguments are validated. */
export interface ValidationSettings {
  readonly language: Language;
  /** `warn`: invalid arguments still run. */
  readonly validation: 'block' | 'warn';
  /** Default: ours. */
  readonly system?: System;
}

type Found = Pick<Prepared, 'input' | 'issues'>;

/** Validates a call's arguments against its tool's schema. Invalid ones fail with their issues, or run with them attached. */
export function validateInput(tool: AnyTool, value: unknown, validating: ValidationSettings): Outcome<Found> {
  const { language, validation, system } = validating;
  const { laxity } = (system ?? OUR_SYSTEM).behaviour;
  if (laxity.schemas && !isZod(tool.input) && typeof tool.input !== 'object') return ok({ input: value });
  const checked = validate(tool.input, value, { language });
  if (checked.ok) return ok({ input: checked.value });
  const issues = laxity.integers ? checked.issues.filter((issue) => !isNumberForInteger(issue)) : checked.issues;
  if (issues.length === 0) return ok({ input: value });
  return validation === 'warn' ? ok({ input: value, issues }) : invalid(tool, issues, validating);
}

/** The failed result for invalid arguments, in the system's words. */
export function invalid(
  { name }: Pick<AnyTool, 'name'>,
  issues: readonly ValidationIssue[],
  { language, system }: Pick<ValidationSettings, 'language' | 'system'>,
): Extract<Outcome<never>, { ok: false }> {
  const text = system?.behaviour.texts[language]?.invalidArguments?.(name, issues) ?? explain(issues, language);
  return failed('INVALID_ARGS', text, { issues: [...issues], summary: issueCount(issues, language) });
}

const isNumberForInteger = ({ expected, received }: ValidationIssue): boolean =>
  expected === 'integer' && /^-?\d/.test(received);

export function issueCount({ length }: readonly unknown[], language: Language = 'en'): string {
  if (language === 'zh') return `${length} 处问题`;
  return length === 1 ? '1 issue' : `${length} issues`;
}

/** Rejects invalid arguments, in a system that validates last: hooks may have fixed them by then. */
export const validation = (mode: () => 'block' | 'warn'): Step => ({
  name: 'validate',
  about: 'Checks the arguments against the schema of the input.',
  before(invocation) {
    const { issues, tool } = invocation;
    return issues && mode() === 'block' ? { answer: invalid(tool, issues, invocation).failure } : undefined;
  },
});

/** The same call with the input that a step wants instead; fails if that input is invalid. */
export function revise(invocation: Invocation, input: unknown, { name }: Pick<Step, 'name'>): Outcome<Invocation> {
  const { tool, language, call, context, system, trace } = invocation;
  // If arguments are validated last, issues are reported then.
  const validation = system.behaviour.order === 'permission-hooks-validation' ? 'warn' : 'block';
  const valid = validateInput(tool, input, { language, validation, system });
  if (valid.ok) {
    return ok({
      ...invocation,
      call: { ...call, args: JSON.stringify(valid.value.input) },
      issues: undefined,
      ...valid.value,
    });
  }
  const { issues = [] } = valid.failure;
  const reason = denialTexts(context).changed(name, tool.name, issues);
  trace.note(name, 'blocked', reason);
  return { ok: false, failure: { ...denied({ source: 'hook', reason }, context), issues } };
}
