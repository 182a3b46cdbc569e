export interface ServerOptions {
  readonly port: number;
  readonly bind: string;
  /** Relative to the working directory. */
  readonly directory: string;
}

/** Arguments that are wrong, in the words of Python's own parser. */
export class ServerUsage extends Error {}

const USAGE = 'usage: server.py [-h] [-b ADDRESS] [-d DIRECTORY] [-p VERSION] [port]\n';

/** The arguments after `-m http.server`; undefined if the command line runs something else. */
export function serverArguments(args: readonly string[]): string[] | undefined {
  const at = args.findIndex((arg) => !/^-[bBdEiIOPqRsSuvx]+$/.test(arg));
  if (args[at] === '-mhttp.server') return args.slice(at + 1);
  return args[at] === '-m' && args[at + 1] === 'http.server' ? args.slice(at + 2) : undefined;
}

/** Throws `ServerUsage`. */
export function serverOptions(args: readonly string[]): ServerOptions {
  const found = { port: 8000, bind: '', directory: '.' };
  const wrong = (why: string) => new ServerUsage(`${USAGE}server.py: error: ${why}\n`);
  const left = [...args];
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    const [, name = '', attached] =
      /^(--(?:bind|directory|protocol))(?:=(.*))?$/.exec(arg) ?? /^(-[bdp])(.+)?$/.exec(arg) ?? [];
    if (name !== '') {
      const value = attached ?? left.shift();
      if (value === undefined) throw wrong(`argument ${name}: expected one argument`);
      if (/^(?:-b|--b)/.test(name)) found.bind = value;
      else if (/^(?:-d|--d)/.test(name)) found.directory = value;
    } else if (arg.startsWith('-')) throw wrong(`${arg} is not in this sandbox: leave it out`);
    else if (!/^\d+$/.test(arg)) throw wrong(`argument port: invalid int value: '${arg}'`);
    else found.port = Number(arg);
  }
  return found;
}
