export type AwkExpression =
  | { kind: 'number'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'regexp'; source: string }
  | LValue
  | { kind: 'assign'; operator: string; place: LValue; value: AwkExpression }
  | { kind: 'step'; by: 1 | -1; before: boolean; place: LValue }
  | { kind: 'unary'; operator: '-' | '+' | '!'; value: AwkExpression }
  | { kind: 'arithmetic'; operator: string; left: AwkExpression; right: AwkExpression }
  | { kind: 'compare'; operator: string; left: AwkExpression; right: AwkExpression }
  | { kind: 'match'; negated: boolean; left: AwkExpression; right: AwkExpression }
  | { kind: 'concat'; left: AwkExpression; right: AwkExpression }
  | { kind: 'logical'; operator: '&&' | '||'; left: AwkExpression; right: AwkExpression }
  | { kind: 'choice'; test: AwkExpression; yes: AwkExpression; no: AwkExpression }
  | { kind: 'in'; keys: AwkExpression[]; array: string }
  | { kind: 'call'; name: string; args: AwkExpression[] }
  | { kind: 'builtin'; name: string; args: AwkExpression[] }
  | { kind: 'getline'; from: 'main' | 'file' | 'command'; source?: AwkExpression; place?: LValue }
  /** Several values in parentheses, as `print` may take them. */
  | { kind: 'group'; items: AwkExpression[] };

/** What can be assigned to: a variable, a field or an array element. */
export type LValue =
  | { kind: 'name'; name: string }
  | { kind: 'field'; index: AwkExpression }
  | { kind: 'element'; array: string; keys: AwkExpression[] };

export interface Redirection {
  to: '>' | '>>' | '|';
  target: AwkExpression;
}

export type AwkStatement =
  | { kind: 'block'; body: AwkStatement[] }
  | { kind: 'expression'; value: AwkExpression }
  | { kind: 'print'; formatted: boolean; items: AwkExpression[]; redirection?: Redirection }
  | { kind: 'if'; test: AwkExpression; yes: AwkStatement; no?: AwkStatement }
  | { kind: 'while'; test: AwkExpression; body: AwkStatement }
  | { kind: 'do'; test: AwkExpression; body: AwkStatement }
  | { kind: 'for'; first?: AwkStatement; test?: AwkExpression; step?: AwkStatement; body: AwkStatement }
  | { kind: 'each'; place: string; array: string; body: AwkStatement }
  | { kind: 'delete'; array: string; keys?: AwkExpression[] }
  | { kind: 'leave'; how: 'break' | 'continue' | 'next' | 'nextfile' }
  | { kind: 'exit' | 'return'; value?: AwkExpression };

type Pattern =
  | { kind: 'begin' | 'end' | 'always' }
  | { kind: 'when'; test: AwkExpression }
  | { kind: 'range'; from: AwkExpression; to: AwkExpression };

/** A rule without a body prints the record. */
export interface AwkRule {
  pattern: Pattern;
  body?: AwkStatement;
}

export interface FunctionDefinition {
  name: string;
  parameters: string[];
  body: AwkStatement;
}

export interface Program {
  rules: AwkRule[];
  functions: Map<string, FunctionDefinition>;
}
