/**
 * The arguments to start a program with. A shell that is to note its last folder in `TOOLYARD_CWD_FILE` gets that written
 * behind its command line, because nothing in the container does it by itself; the exit code stays the command's.
 */
export function shellArguments(command: string, args: readonly string[], env?: Record<string, string>): string[] {
  const [flag, line, ...rest] = args;
  const file = env?.['TOOLYARD_CWD_FILE'];
  if (!file || !SHELLS.has(command) || flag !== '-c' || line === undefined) return [...args];
  return [flag, `${line}\n__toolyard_code=$?; pwd > ${quote(file)}; exit $__toolyard_code`, ...rest];
}

const SHELLS = new Set(['jsh', 'bash', 'sh']);

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
