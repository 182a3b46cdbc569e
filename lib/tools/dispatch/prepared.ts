import type { Language, ValidationIssue } from '@/lib/protocol';
import type { System } from '../system';
import type { AnyTool } from '../tool';

/** A tool and an input that is valid for it. */
export interface Prepared {
  readonly tool: AnyTool;
  readonly input: unknown;
  /** What is wrong with an input that is to run all the same. */
  readonly issues?: readonly ValidationIssue[] | undefined;
}

/** How a call's arguments are validated. */
export interface Validating {
  readonly language: Language;
  /** `warn`: arguments that do not fit run all the same. */
  readonly validation: 'block' | 'warn';
  /** Default: ours. */
  readonly system?: System;
}
