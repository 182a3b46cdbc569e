import { GitFailure } from '../../git-failure';

/** The pattern after `-e`. */
function patternAfter(before: string[]): string {
  const pattern = before.shift();
  if (pattern === undefined) throw new GitFailure("switch `e' requires a value", 129);
  return `-e ${pattern}`;
}

/** What to look for in a line: `-e a --and ( -e b --or --not -e c )`. */
export type GrepExpression =
  | { readonly kind: 'pattern'; readonly test: RegExp }
  | { readonly kind: 'not'; readonly inner: GrepExpression }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly GrepExpression[] };

/** Takes the words of an expression out of the arguments, patterns marked with `-e `; `rest` is what is left. */
export function expressionWords(args: readonly string[]): { words: string[]; rest: string[] } {
  const end = args.indexOf('--');
  const before = end < 0 ? [...args] : args.slice(0, end);
  const words: string[] = [];
  const rest: string[] = [];
  while (before.length > 0) {
    const arg = before.shift() ?? '';
    if (/^(?:--and|--or|--not|\(|\))$/.test(arg)) words.push(arg);
    else if (arg === '-e') words.push(patternAfter(before));
    else if (/^-e./s.test(arg)) words.push(`-e ${arg.slice(2)}`);
    else if (/^-[a-zA-Z]*e$/.test(arg)) {
      rest.push(arg.slice(0, -1));
      words.push(patternAfter(before));
    } else {
      rest.push(arg);
      if (/^-[ABCmf]$/.test(arg)) rest.push(before.shift() ?? '');
    }
  }
  return { words, rest: [...rest, ...(end < 0 ? [] : args.slice(end))] };
}

/** Adjacent patterns are alternatives, as with `--or`. */
export function parseExpression(words: readonly string[], patternOf: (text: string) => RegExp): GrepExpression {
  const left = [...words];
  const atom = (): GrepExpression => {
    const word = left.shift();
    if (word === '--not') return { kind: 'not', inner: atom() };
    if (word === '(') {
      if (left.length === 0) throw new GitFailure('unmatched parenthesis');
      const inner = alternatives();
      if (left.shift() !== ')') throw new GitFailure('unmatched parenthesis');
      return inner;
    }
    if (word === undefined || !word.startsWith('-e ')) throw new GitFailure('incomplete pattern expression');
    return { kind: 'pattern', test: patternOf(word.slice('-e '.length)) };
  };
  const conjunction = (): GrepExpression => {
    const parts = [atom()];
    while (left[0] === '--and') {
      left.shift();
      parts.push(atom());
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: 'and', parts };
  };
  const alternatives = (): GrepExpression => {
    const parts = [conjunction()];
    while (left.length > 0 && left[0] !== ')') {
      if (left[0] === '--or') left.shift();
      parts.push(conjunction());
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: 'or', parts };
  };
  const whole = alternatives();
  if (left.length > 0) throw new GitFailure('unmatched parenthesis');
  return whole;
}

export function matchesLine(expression: GrepExpression, line: string): boolean {
  switch (expression.kind) {
    case 'pattern':
      return line.search(expression.test) >= 0;
    case 'not':
      return !matchesLine(expression.inner, line);
    case 'and':
      return expression.parts.every((part) => matchesLine(part, line));
    case 'or':
      return expression.parts.some((part) => matchesLine(part, line));
  }
}

/** The patterns that a line should match, without those after `--not`. */
export const wantedPatterns = (expression: GrepExpression): RegExp[] =>
  expression.kind === 'pattern'
    ? [expression.test]
    : expression.kind === 'not'
      ? []
      : expression.parts.flatMap(wantedPatterns);
