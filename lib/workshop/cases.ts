import type { NestedCalls } from '@/lib/ports';
import type { ToolResult } from '@/lib/protocol';
import { failure } from '@/lib/tools/result';
import type { AnyTool } from '@/lib/tools/tool';
import type { PackCase } from './pack';

/** What came of a case. */
export interface CaseOutcome {
  readonly of: PackCase;
  readonly passed: boolean;
  readonly result: ToolResult;
  /** What was expected and is not so, for people. */
  readonly fault?: string;
}

/** Runs the cases of a pack, one after the other. Other tools answer what a case says of them, and nothing else. Never rejects. */
export async function runCases(
  cases: readonly PackCase[],
  tools: readonly AnyTool[],
  signal: AbortSignal,
): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const of of cases) {
    if (signal.aborted) break;
    const tool = tools.find(({ name }) => name === of.tool);
    const result = tool
      ? await tool.call(of.input, {
          callId: 'case',
          threadId: 'case',
          writeRoots: [],
          deadline: Infinity,
          signal,
          nested: answers(of),
          onOutput: () => undefined,
        })
      : failure('TOOL_NOT_FOUND', `The pack has no tool ${of.tool}.`);
    const fault = faultOf(of, result);
    outcomes.push({ of, result, passed: fault === undefined, ...(fault !== undefined && { fault }) });
  }
  return outcomes;
}

const answers = ({ calls = {} }: PackCase): NestedCalls => ({
  async call({ name }) {
    const text = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (text !== undefined) return { success: true, text };
    return failure('TOOL_NOT_FOUND', `This case does not say what ${name} answers. Add it: calls: { ${name}: '…' }.`);
  },
});

function faultOf({ expect }: PackCase, { text, error }: ToolResult): string | undefined {
  const wanted = typeof expect === 'string' ? { text: expect } : expect;
  if (wanted.error !== undefined) {
    if (error !== wanted.error) return `expected the error ${wanted.error}, and got ${error ?? 'none'}`;
  } else if (error !== undefined) return `expected no error, and got ${error}: ${text}`;
  if (wanted.text !== undefined && text !== wanted.text) return `expected “${wanted.text}”, and got “${text}”`;
  if (wanted.includes !== undefined && !text.includes(wanted.includes))
    return `expected “${wanted.includes}” in “${text}”`;
  return undefined;
}
