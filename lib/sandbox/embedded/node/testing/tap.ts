import { count, type TestResult } from './tree';

const flag = (name: string, value: string | true | undefined): string =>
  value ? ` # ${name}${value === true ? '' : ` ${value}`}` : '';

const escape = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('#', '\\#');

/** One result as TAP version 13, as `node --test` prints it where nobody looks on. */
export function tapLines(result: TestResult, number: number, indent = ''): string {
  const { name, children, status, skip, todo, ms, error, kind } = result;
  const lines = [`# Subtest: ${escape(name)}`];
  const inner = `${indent}    `;
  const nested = children.map((child, at) => tapLines(child, at + 1, inner)).join('');
  const end = children.length > 0 ? `${inner}1..${children.length}\n` : '';
  const verdict = `${status === 'pass' ? 'ok' : 'not ok'} ${number} - ${escape(name)}${flag('SKIP', skip)}${flag('TODO', todo)}`;
  const details = ['  ---', `  duration_ms: ${ms.toFixed(6)}`];
  if (kind === 'suite') details.push("  type: 'suite'");
  if (error) {
    details.push(`  failureType: '${error.type}'`, ...field('error', error.message), `  code: '${error.code}'`);
    for (const key of ['expected', 'actual', 'operator'] as const) {
      const value = error[key];
      if (value !== undefined) details.push(...field(key, value));
    }
    if (error.stack) details.push(...field('stack', error.stack, true));
  }
  details.push('  ...');
  const own = [verdict, ...details].map((line) => `${indent}${line}\n`).join('');
  return lines.map((line) => `${indent}${line}\n`).join('') + nested + end + own;
}

function field(name: string, text: string, block = text.includes('\n')): string[] {
  if (!block) return [`  ${name}: '${text}'`];
  return [`  ${name}: |-`, ...text.split('\n').map((line) => `    ${line}`)];
}

/** The plan and the counts at the end. */
export function tapSummary(results: readonly TestResult[], ms: number): string {
  const counts = Object.entries(count(results)).map(([name, value]) => `# ${name} ${value}\n`);
  return `1..${results.length}\n${counts.join('')}# duration_ms ${ms.toFixed(6)}\n`;
}
