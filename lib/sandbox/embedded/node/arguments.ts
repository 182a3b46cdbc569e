export type NodeTask =
  | { kind: 'file'; path: string; args: string[] }
  | { kind: 'eval'; text: string; print: boolean; module: boolean; args: string[] }
  | { kind: 'test'; names: string[]; spec: boolean | undefined }
  | { kind: 'input'; args: string[] }
  | { kind: 'version' }
  | { kind: 'refused'; message: string };

/** Flags that change nothing here. */
const IGNORED =
  /^--(?:no-warnings|enable-source-maps|experimental-[\w-]+|no-deprecation|trace-[\w-]+|stack-trace-limit=\d+|test-concurrency=\d+|input-type=\w+|unhandled-rejections=\w+|max-old-space-size=\d+|test-reporter=\w+)$/;

/** What `node …` was asked to do. */
export function readArguments(args: readonly string[]): NodeTask {
  const rest = [...args];
  let test = false;
  const asModule = rest.includes('--input-type=module');
  const reporter = rest.find((arg) => arg.startsWith('--test-reporter='))?.split('=')[1];
  while (rest[0]?.startsWith('-') && rest[0] !== '-') {
    const flag = rest.shift() ?? '';
    if (flag === '--') break;
    if (flag === '--version' || flag === '-v') return { kind: 'version' };
    if (flag === '--test') test = true;
    else if (['-e', '--eval', '-p', '--print', '-pe'].includes(flag)) {
      const text = rest.shift();
      if (text === undefined) return { kind: 'refused', message: `node: ${flag} requires an argument` };
      return { kind: 'eval', text, print: flag.includes('p'), module: asModule, args: rest };
    } else if (!IGNORED.test(flag)) return { kind: 'refused', message: `node: bad option: ${flag}` };
  }
  if (test) return { kind: 'test', names: rest, spec: reporter === undefined ? undefined : reporter === 'spec' };
  const [path, ...more] = rest;
  return path === undefined || path === '-' ? { kind: 'input', args: more } : { kind: 'file', path, args: more };
}
