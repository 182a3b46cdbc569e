import { CommandFailure, type Command } from '../context';
import { parseOptions } from '../options';
import { GREP_OPTIONS } from '../search/grep';

/** `zgrep`, `bzgrep` and `xzgrep`: grep in files, packed or not. */
export const zgrep: Command = async (context) => {
  const options = parseOptions(context.args, GREP_OPTIONS, { status: 2, numbers: true });
  const isGiven = options.has('e') || options.has('f');
  const [pattern, ...named] = isGiven ? [undefined, ...options.operands] : options.operands;
  if (!isGiven && pattern === undefined) throw new CommandFailure('missing pattern', 2);
  const files = named.length > 0 ? named.filter((name) => name !== undefined) : ['-'];
  const settings = options.list.map(({ name, value }) => {
    if (name === '#') return `-${value}`;
    if (name.length === 1) return `-${name}${value}`;
    return value === '' ? `--${name}` : `--${name}=${value}`;
  });
  const shown = files.length > 1 && !options.has('h') ? ['-H'] : [];
  const tool = { bzgrep: 'bzip2', xzgrep: 'xz' }[context.name] ?? 'gzip';
  let status = 1;
  for (const file of files) {
    const label = file === '-' ? [] : [`--label=${file}`];
    const words = [...shown, ...label, ...settings, ...(pattern === undefined ? [] : ['-e', pattern])];
    const code = await context.run([
      'bash',
      '-c',
      `${tool} -cdf -- "$0" | grep "$@"; ${tool === 'gzip' ? GZIP_STATUS : ''}`,
      file,
      ...words,
    ]);
    if (code > 1) status = code;
    else if (status === 1) status = code;
  }
  return status;
};

/** A file that cannot be read counts more than what grep says; that nobody reads the rest of one does not. */
const GZIP_STATUS =
  'codes=("${PIPESTATUS[@]}"); case ${codes[0]} in 0 | 2 | 141) exit ${codes[1]} ;; *) exit 2 ;; esac';

/** `zdiff` and `zcmp`: compares the contents of two gzipped files, or of one and the file it was made from. */
export const zdiff: Command = (context) => {
  const names = context.args.filter((arg) => !/^-./.test(arg));
  const settings = context.args.filter((arg) => /^-./.test(arg));
  const [left, right = left?.replace(/\.(?:gz|tgz|z)$/i, '')] = names;
  if (left === undefined || right === undefined || names.length > 2 || (left === right && names.length < 2))
    throw new CommandFailure('invalid number of operands', 2);
  const script = right.endsWith('.gz')
    ? '"$2" "${@:3}" <(gzip -cdf -- "$0") <(gzip -cdf -- "$1")'
    : 'gzip -cdf -- "$0" | "$2" "${@:3}" - "$1"';
  const tool = context.name === 'zcmp' ? 'cmp' : 'diff';
  return context.run(['bash', '-c', script, left, right, tool, ...settings]);
};
