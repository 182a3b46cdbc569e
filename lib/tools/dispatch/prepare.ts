import type { Registry } from '../registry';
import { ok, type Outcome } from '../result';
import type { AnyTool } from '../tool';
import type { ToolCall } from './call';
import { lookUp } from './look-up';
import { parseArguments } from './parse-arguments';
import { validateInput } from './validate-input';

/** A tool and an input that is valid for it. */
export interface Prepared {
  readonly tool: AnyTool;
  readonly input: unknown;
}

/** Look-up, parsing and validation: everything that can be wrong with a call before anyone is asked. */
export function prepare(registry: Registry, call: ToolCall): Outcome<Prepared> {
  const tool = lookUp(registry, call.name);
  if (!tool.ok) return tool;
  const args = parseArguments(call.args);
  if (!args.ok) return args;
  const input = validateInput(tool.value, args.value);
  return input.ok ? ok({ tool: tool.value, input: input.value }) : input;
}
