import type { ReplacementPiece } from './replacement';

export type LineAddress =
  | { kind: 'line'; line: number }
  | { kind: 'last' }
  | { kind: 'zero' }
  | { kind: 'step'; first: number; by: number }
  | { kind: 'pattern'; pattern: RegExp | undefined }
  | { kind: 'plus'; count: number }
  | { kind: 'multiple'; of: number };

export interface Instruction {
  name: string;
  from: LineAddress | undefined;
  to: LineAddress | undefined;
  negated: boolean;
  /** The text of `a`, `i` or `c`, a label, or a file name. */
  text: string;
  number: number;
  /** The index where a block ends. */
  end: number;
  substitution: SedSubstitution | undefined;
  map: Map<string, string> | undefined;
  /** For ranges: the line at which the open range ends. */
  open: { until: number } | undefined;
  /** Whether the range has begun before. */
  begun: boolean;
}

export interface SedSubstitution {
  /** Undefined means the last pattern used. */
  pattern: RegExp | undefined;
  replacement: readonly ReplacementPiece[];
  which: number;
  all: boolean;
  print: boolean;
  execute: boolean;
  file: string | undefined;
}
