import { count, type TestResult } from './tree';

const SIGNS = { pass: '\x1b[32m✔', fail: '\x1b[31m✖', skip: '\x1b[90m﹣' } as const;

/** One result as a person at a terminal reads it. */
export function specLines(result: TestResult, indent = ''): string {
  const { name, children, status, skip, todo, ms, error } = result;
  const sign = SIGNS[skip ? 'skip' : status];
  const note = `${skip ? ' # SKIP' : ''}${todo ? ' # TODO' : ''}`;
  const own = `${indent}${sign} ${name} \x1b[90m(${ms.toFixed(3)}ms)\x1b[0m${note}\n`;
  const nested = children.map((child) => specLines(child, `${indent}  `)).join('');
  const why = error && error.type !== 'subtestsFailed' ? `${indented(error.stack, `${indent}  `)}\n` : '';
  return children.length > 0 ? `${indent}▶ ${name}\n${nested}${own}` : own + why;
}

export function specSummary(results: readonly TestResult[], ms: number): string {
  const lines = Object.entries(count(results)).map(([name, value]) => `\x1b[34mℹ ${name} ${value}\x1b[0m\n`);
  return `${lines.join('')}\x1b[34mℹ duration_ms ${ms.toFixed(3)}\x1b[0m\n`;
}

const indented = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line) => indent + line)
    .join('\n');
