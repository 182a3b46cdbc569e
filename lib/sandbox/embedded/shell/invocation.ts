import { quote } from './quote';

export type Invocation =
  | { kind: 'script'; text: string; args: string[] }
  | { kind: 'file'; path: string; args: string[]; options: string }
  | { kind: 'input' }
  | { kind: 'interactive' };

/** What `bash …`, or any other program, was asked to do. */
export function readInvocation(command: string, args: readonly string[], terminal: boolean): Invocation {
  const name = command.slice(command.lastIndexOf('/') + 1);
  if (name !== 'bash' && name !== 'sh') {
    return { kind: 'script', text: [command, ...args].map(quote).join(' '), args: [] };
  }
  let set = '';
  let interactive = terminal;
  const rest = [...args];
  while (rest[0]?.startsWith('-') && rest[0] !== '-') {
    const flags = rest.shift() ?? '';
    if (flags.startsWith('--')) continue;
    if (flags.includes('i')) interactive = true;
    const kept = flags.replaceAll(/[^eux]/g, '');
    if (kept) set += `set -${kept}; `;
    if (flags.includes('o')) set += `set -o ${quote(rest.shift() ?? '')}; `;
    // `bash -c script name args…`: just-bash has no way to set `$0`.
    if (flags.includes('c')) return { kind: 'script', text: set + (rest.shift() ?? ''), args: rest.slice(1) };
  }
  const [path, ...more] = rest;
  if (path !== undefined && path !== '-') return { kind: 'file', path, args: more, options: set };
  return { kind: interactive ? 'interactive' : 'input' };
}

/** The script with its positional parameters set. Stays on the first line, so line numbers in messages hold. */
export const withArguments = (text: string, args: readonly string[]): string =>
  args.length > 0 ? `set -- ${args.map(quote).join(' ')}; ${text}` : text;
