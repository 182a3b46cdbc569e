import { HOOK_EVENTS } from '@/lib/protocol/hook';
import { isRecord } from './define-tool';

/** A hook inside the code of a pack. */
export interface DefinedHook {
  readonly name: string;
  readonly event: string;
  readonly matcher?: string;
  readonly deadlineMs?: number;
  readonly run: (event: Record<string, unknown>) => unknown;
}

const defined = new Set<object>();

export const isDefinedHook = (value: unknown): value is DefinedHook =>
  typeof value === 'object' && value !== null && defined.has(value);

/** What a pack imports as `defineHook`. Throws in plain words if the definition is not valid. */
export function defineHook(given: unknown): DefinedHook {
  const { name, ...rest } = named('defineHook', '{ name, event, run }', given);
  const { event, run } = rest;
  if (!HOOK_EVENTS.some((known) => known === event))
    throw new TypeError(`${name}: event is one of ${HOOK_EVENTS.join(', ')}; not ${JSON.stringify(event)}.`);
  if (!isFunction(run)) throw new TypeError(`${name} has no function run.`);
  return made({ name, event: String(event), run, ...limitsOf(name, rest) });
}

/** What a pack imports as `defineMiddleware`: functions before and after a call, one of which may be left out. */
export function defineMiddleware(given: unknown): DefinedHook {
  const { name, ...rest } = named('defineMiddleware', '{ name, pre, post }', given);
  const { pre, post } = rest;
  if (![pre, post].some(isFunction) || ![pre, post].every((one) => one === undefined || isFunction(one)))
    throw new TypeError(`${name} has to have a function pre, a function post, or both.`);
  const run: DefinedHook['run'] = (event) => {
    const phase = event.phase === 'pre' ? pre : post;
    return isFunction(phase) ? phase(event) : undefined;
  };
  return made({ name, event: 'Middleware', run, ...limitsOf(name, rest) });
}

/** The export `canUseTool` of a pack, as a hook of PermissionRequest. Throws if it is not a function. */
export function permissionHook(canUseTool: unknown): DefinedHook {
  if (!isFunction(canUseTool))
    throw new TypeError('canUseTool is a function: (tool, input) => ({ behavior: "allow" }).');
  return made({
    name: 'canUseTool',
    event: 'PermissionRequest',
    run: async ({ tool, input, suggestions }) => decided(await canUseTool(tool, input, { suggestions })),
  });
}

/** Turns the answer of a `canUseTool` into a hook's; nothing is an answer that decides nothing. */
function decided(answer: unknown): object | undefined {
  if (answer === undefined || answer === null) return undefined;
  const { behavior, message, updatedInput } = isRecord(answer) ? answer : {};
  if (behavior === 'ask') return undefined;
  if (behavior === 'deny') return { block: true, ...(message !== undefined && { reason: message }) };
  if (behavior === 'allow') return { allow: true, ...(updatedInput !== undefined && { input: updatedInput }) };
  throw new TypeError(
    `it answered ${JSON.stringify(answer)}: return { behavior: "allow" }, { behavior: "deny", message } or { behavior: "ask" }`,
  );
}

function named(by: string, form: string, given: unknown): Record<string, unknown> & { name: string } {
  if (!isRecord(given)) throw new TypeError(`${by} takes an object: ${form}.`);
  const { name } = given;
  if (typeof name !== 'string' || name.trim() === '' || name.length > 100)
    throw new TypeError(`${by}: name is a text of up to 100 characters, which says what it is for.`);
  return { ...given, name };
}

function limitsOf(name: string, { matcher, deadlineMs }: Record<string, unknown>) {
  if (matcher !== undefined && (typeof matcher !== 'string' || matcher.trim() === ''))
    throw new TypeError(`${name}: matcher is a text of tool names, such as "Write|Edit" or "mcp__*".`);
  if (deadlineMs !== undefined && !isDeadline(deadlineMs))
    throw new TypeError(`${name}: deadlineMs is a whole number of milliseconds from 10 to 60,000.`);
  return { ...(matcher !== undefined && { matcher }), ...(deadlineMs !== undefined && { deadlineMs }) };
}

function made(hook: DefinedHook): DefinedHook {
  defined.add(hook);
  return hook;
}

const isDeadline = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 10 && value <= 60_000;
const isFunction = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function';
