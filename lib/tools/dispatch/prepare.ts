import type { Language, ValidationIssue } from '@/lib/protocol';
import type { Registry } from '../registry';
import { ok, type Outcome } from '../result';
import type { AnyTool } from '../tool';
import type { System } from '../system';
import type { ToolCall } from './call';
import { lookUp } from './look-up';
import { parseArguments } from './parse-arguments';
import { validateInput } from './validate-input';

/** A tool and an input that is valid for it. */
export interface Prepared {
  readonly tool: AnyTool;
  readonly input: unknown;
  /** What is wrong with an input that is to run all the same. */
  readonly issues?: readonly ValidationIssue[];
}

/** How a call's arguments are validated. */
export interface Validating {
  readonly language: Language;
  /** `warn`: arguments that do not fit run all the same. */
  readonly validation: 'block' | 'warn';
  /** Default: ours. */
  readonly system?: System;
}

const STRICT: Validating = { language: 'en', validation: 'block' };

/** Look-up, parsing and validation: everything that can be wrong with a call before anyone is asked. */
export function prepare(registry: Registry, call: ToolCall, validating: Validating = STRICT): Outcome<Prepared> {
  const tool = lookUp(registry, call.name, validating);
  if (!tool.ok) return tool;
  const args = parseArguments(call.args, validating.language);
  if (!args.ok) return args;
  const valid = validateInput(tool.value, args.value, validating);
  return valid.ok ? ok({ tool: tool.value, ...valid.value }) : valid;
}
