import { CommandFailure, type Command } from '../context';
import { statPath } from '../stat-path';
import { parseOptions } from '../options';

const SPEC =
  'q nv v S O: P: c! r! N! k! p! i! b! T: t: U: w! x! l! A! m! quiet=q no-verbose=nv verbose=v server-response=S output-document:=O directory-prefix:=P continue=c recursive=r timestamping=N timeout:=T tries:=t user-agent:=U header: post-data: post-file: method: body-data: body-file: user: password: spider content-on-error max-redirect: no-check-certificate no-cookies load-cookies: save-cookies: show-progress no-proxy compression: mirror=m input-file=i retry-connrefused no-cache connect-timeout:=T read-timeout:=T dns-timeout:=T content-disposition referer:';

/** `wget`'s exit code for each of curl's. */
const CODES: Readonly<Record<number, number>> = { 0: 0, 3: 1, 6: 4, 7: 4, 22: 8, 28: 4, 47: 8, 52: 4, 56: 4 };

/** curl's names for wget's options that take a value. */
const SAME: Readonly<Record<string, string>> = {
  header: '-H',
  'post-data': '--data-raw',
  'body-data': '--data-raw',
  method: '-X',
  U: '-A',
  T: '-m',
  referer: '-e',
  'load-cookies': '-b',
  'save-cookies': '-c',
  'max-redirect': '--max-redirs',
};

/** `wget`: makes requests to the sandbox's servers as curl does, and saves the responses to files. */
export const wget: Command = async (context) => {
  const args = context.args.map((arg) => (arg === '-nv' ? '--no-verbose' : arg));
  const options = parseOptions(args, SPEC, { status: 2 });
  if (options.operands.length === 0)
    throw new CommandFailure("missing URL\nUsage: wget [OPTION]... [URL]...\n\nTry `wget --help' for more options.", 1);
  const given = options.list.flatMap(({ name, value }) => (SAME[name] === undefined ? [] : [SAME[name], value]));
  const file = options.get('post-file') ?? options.get('body-file');
  const user = options.get('user');
  const settings = [
    ...given,
    ...(file === undefined ? [] : ['--data-binary', `@${file}`]),
    ...(user === undefined ? [] : ['-u', `${user}:${options.get('password') ?? ''}`]),
    ...(options.has('spider') ? ['-I'] : []),
    ...(options.has('content-on-error') ? [] : ['-f']),
  ];
  const folder = options.get('P');
  if (folder !== undefined) context.sys.mkdir(context.path(folder), true);
  const document = options.get('O');
  if (document !== undefined && document !== '-') context.writeFile(document, new Uint8Array());
  let status = 0;
  for (const address of options.operands) {
    const url = address.includes('://') ? address : `http://${address}`;
    const path =
      document ?? freeName(context.path(folder ?? '.'), nameOf(url), (one) => statPath(context, one) !== undefined);
    const into = options.has('spider') ? '/dev/null' : path;
    const code = await context.run(['curl', '-sL', ...(options.has('q') ? [] : ['-S']), ...settings, '-o', into, url]);
    if (code === 0 && !options.has('q') && into !== '-') context.err.write(`‘${into}’ saved\n`);
    if (code !== 0) status = CODES[code] ?? 1;
  }
  return status;
};

function nameOf(url: string): string {
  const [, path = '', query = ''] = /^[a-z]+:\/\/[^/?#]*\/?([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  return `${path.slice(path.lastIndexOf('/') + 1) || 'index.html'}${query}`;
}

/** A name that is not taken: `file`, `file.1`, `file.2`. */
function freeName(folder: string, name: string, isTaken: (path: string) => boolean): string {
  const path = `${folder}/${name}`;
  for (let count = 0; ; count += 1) {
    const tried = count === 0 ? path : `${path}.${count}`;
    if (!isTaken(tried)) return tried;
  }
}
