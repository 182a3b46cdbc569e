export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'regexp'; source: string }
  | Place
  | { kind: 'assign'; operator: string; place: Place; value: Expression }
  | { kind: 'step'; by: 1 | -1; before: boolean; place: Place }
  | { kind: 'unary'; operator: '-' | '+' | '!'; value: Expression }
  | { kind: 'arithmetic'; operator: string; left: Expression; right: Expression }
  | { kind: 'compare'; operator: string; left: Expression; right: Expression }
  | { kind: 'match'; negated: boolean; left: Expression; right: Expression }
  | { kind: 'concat'; left: Expression; right: Expression }
  | { kind: 'logical'; operator: '&&' | '||'; left: Expression; right: Expression }
  | { kind: 'choice'; test: Expression; yes: Expression; no: Expression }
  | { kind: 'in'; keys: Expression[]; array: string }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'builtin'; name: string; args: Expression[] }
  | { kind: 'getline'; from: 'main' | 'file' | 'command'; source?: Expression; place?: Place }
  /** Several values in parentheses, as `print` may take them. */
  | { kind: 'group'; items: Expression[] };

/** What can be assigned to: a variable, a field or an array element. */
export type Place =
  | { kind: 'name'; name: string }
  | { kind: 'field'; index: Expression }
  | { kind: 'element'; array: string; keys: Expression[] };

export interface Redirection {
  to: '>' | '>>' | '|';
  target: Expression;
}

export type Statement =
  | { kind: 'block'; body: Statement[] }
  | { kind: 'expression'; value: Expression }
  | { kind: 'print'; formatted: boolean; items: Expression[]; redirection?: Redirection }
  | { kind: 'if'; test: Expression; yes: Statement; no?: Statement }
  | { kind: 'while'; test: Expression; body: Statement }
  | { kind: 'do'; test: Expression; body: Statement }
  | { kind: 'for'; first?: Statement; test?: Expression; step?: Statement; body: Statement }
  | { kind: 'each'; place: string; array: string; body: Statement }
  | { kind: 'delete'; array: string; keys?: Expression[] }
  | { kind: 'leave'; how: 'break' | 'continue' | 'next' | 'nextfile' }
  | { kind: 'exit' | 'return'; value?: Expression };

type Pattern =
  | { kind: 'begin' | 'end' | 'always' }
  | { kind: 'when'; test: Expression }
  | { kind: 'range'; from: Expression; to: Expression };

/** A rule without a body prints the record. */
export interface Rule {
  pattern: Pattern;
  body?: Statement;
}

export interface FunctionDefinition {
  name: string;
  parameters: string[];
  body: Statement;
}

export interface Program {
  rules: Rule[];
  functions: Map<string, FunctionDefinition>;
}
