import { z } from 'zod';
import { type Language, parseJson } from '@/lib/protocol';
import { parsePartialJson } from '@/lib/schema';
import type { Registry } from '../registry';
import { ok, type Outcome, failed } from '../result';
import type { AnyTool } from '../tool';
import { offRefusal } from '../pool/off-refusal';
import { OUR_BEHAVIOUR } from '../system';
import type { ToolCall } from './call';
import { type Prepared, type Validating, validateInput } from './validate-input';

const STRICT: Validating = { language: 'en', validation: 'block' };
const KEEP = { keep: true };

/**
 * Looks up a call's tool, and parses and validates its arguments, before permission is checked. The page, the scheduler and
 * the dispatcher all need this, but the arguments are parsed once. The dispatcher is last, so it keeps no copy (`keep: false`).
 */
export function prepare(
  registry: Registry,
  call: ToolCall,
  validating: Validating = STRICT,
  { keep = true }: { keep?: boolean } = KEEP,
): Outcome<Prepared> {
  const found = lookUp(registry, call.name, validating);
  if (!found.ok) return found;
  const known = readings.get(call);
  if (known && isSame(known, call, found.value, validating)) return known.outcome;
  const outcome = read(call, found.value, validating);
  if (keep) readings.set(call, { args: call.args, tool: found.value, validating, outcome });
  return outcome;
}

/** A call's arguments as parsed and validated for a tool. */
interface Reading {
  readonly args: string;
  readonly tool: AnyTool;
  readonly validating: Validating;
  readonly outcome: Outcome<Prepared>;
}

const readings = new WeakMap<ToolCall, Reading>();

/** Valid arguments are valid in any language and validation mode; only issues depend on those. */
function isSame({ args, tool, validating, outcome }: Reading, call: ToolCall, now: AnyTool, by: Validating): boolean {
  if (args !== call.args || tool !== now || validating.system !== by.system) return false;
  const faultless = outcome.ok && outcome.value.issues === undefined;
  return faultless || (validating.language === by.language && validating.validation === by.validation);
}

function read(call: ToolCall, tool: AnyTool, validating: Validating): Outcome<Prepared> {
  const args = parseArguments(call.args, validating.language);
  if (!args.ok) return args;
  const valid = validateInput(tool, args.value, validating);
  return valid.ok ? ok({ tool, input: valid.value.input, issues: valid.value.issues }) : valid;
}

const Anything = z.unknown();

/** Parses a call's argument text. It must be complete JSON; empty text counts as an empty object. */
function parseArguments(text: string, language: Language = 'en'): Outcome<unknown> {
  if (text.trim() === '') return ok({});
  const parsed = parseJson(Anything, text);
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

type Addressing = Pick<Validating, 'language' | 'system'>;

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
