import type { CodeRunner, NestedCalls } from '@/lib/ports';
import type { HookAnswer, ToolResult } from '@/lib/protocol';
import { runHookCode } from '@/lib/tools/hooks';
import { failure } from '@/lib/tools/result';
import type { AnyTool } from '@/lib/tools/tool';
import type { OwnHook } from './own-hooks';
import type { HookCase, PackCase, ToolCase } from './pack';

/** The outcome of a case. */
export interface CaseOutcome {
  readonly of: PackCase;
  readonly passed: boolean;
  /** Only for a case that calls a tool of the pack. */
  readonly result?: ToolResult;
  /** What differs from the expectation, for people. */
  readonly fault?: string;
}

/** What the cases of a pack run against. */
export interface Tried {
  readonly tools: readonly AnyTool[];
  readonly hooks: readonly OwnHook[];
  readonly codeRunner: CodeRunner;
}

/**
 * Runs the cases of a pack, one after the other. Calls of other tools get only the answers that the case gives. Never rejects.
 */
export async function runCases(cases: readonly PackCase[], tried: Tried, signal: AbortSignal): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const of of cases) {
    if (signal.aborted) break;
    const { fault, ...outcome } = 'tool' in of ? await callOf(of, tried, signal) : await askOf(of, tried, signal);
    outcomes.push({ of, ...outcome, passed: fault === undefined, ...(fault !== undefined && { fault }) });
  }
  return outcomes;
}

type Come = Pick<CaseOutcome, 'result' | 'fault'>;

async function callOf(of: ToolCase, { tools }: Tried, signal: AbortSignal): Promise<Come> {
  const tool = tools.find(({ name }) => name === of.tool);
  if (!tool) return { fault: notThere('tool', of.tool, tools) };
  const result = await tool.call(of.input, {
    callId: 'case',
    threadId: 'case',
    writeRoots: [],
    deadline: Infinity,
    signal,
    nested: answers(of),
    onOutput: () => undefined,
  });
  const fault = faultOf(of, result);
  return { result, ...(fault !== undefined && { fault }) };
}

async function askOf(of: HookCase, { hooks, codeRunner }: Tried, signal: AbortSignal): Promise<Come> {
  const hook = hooks.find(({ name }) => name === of.hook);
  if (!hook) return { fault: notThere('hook', of.hook, hooks) };
  const { answer, issue } = await runHookCode({ codeRunner, hook, event: hook.event, payload: of.event, signal });
  const fault = issue ?? differenceOf(of.expect, answer);
  return fault === undefined ? {} : { fault };
}

/** Says what the pack has: mostly the tool was renamed, and the case was not. */
function notThere(what: 'tool' | 'hook', wanted: string, had: readonly { readonly name: string }[]): string {
  const names = had.map(({ name }) => name).join(', ');
  return `The pack has no ${what} ${wanted}; ${names === '' ? `it has no ${what}s` : `it has ${names}`}.`;
}

const answers = ({ calls = {} }: ToolCase): NestedCalls => ({
  async call({ name }) {
    const said = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (typeof said === 'string') return { success: true, text: said };
    if (said) return { success: false, text: said.text ?? said.error, error: said.error };
    return failure('TOOL_NOT_FOUND', `This case does not say what ${name} answers. Add it: calls: { ${name}: '…' }.`);
  },
});

function faultOf({ expect }: ToolCase, { text, error }: ToolResult): string | undefined {
  const wanted = typeof expect === 'string' ? { text: expect } : expect;
  if (wanted.error !== undefined) {
    if (error !== wanted.error) return `expected the error ${wanted.error}, and got ${error ?? 'none'}`;
  } else if (error !== undefined) return `expected no error, and got ${error}: ${text}`;
  if (wanted.text !== undefined && text !== wanted.text) return `expected “${wanted.text}”, and got “${text}”`;
  if (wanted.includes !== undefined && !text.includes(wanted.includes))
    return `expected “${wanted.includes}” in “${text}”`;
  return undefined;
}

/** How an answer differs from the expected one. An expected answer without fields means no answer. */
function differenceOf(expected: HookAnswer, answer: HookAnswer): string | undefined {
  const wanted = Object.entries(expected);
  const given = new Map<string, unknown>(Object.entries(answer));
  const fits =
    wanted.length === 0
      ? given.size === 0
      : wanted.every(([field, value]) => sorted(given.get(field)) === sorted(value));
  return fits ? undefined : `expected ${JSON.stringify(expected)}, and got ${JSON.stringify(answer)}`;
}

/** JSON with the fields of each object sorted by name. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'nothing';
