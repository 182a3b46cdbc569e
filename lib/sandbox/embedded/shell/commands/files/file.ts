import { errorText } from '../../io/error-text';
import type { Command, CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import { kindOf, type Kind } from './kind';

/** `file`: determines what files are from their contents. */
export const file: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'b i h L k! z! 0 N F: f: r! n E s mime-type mime-encoding brief=b mime=i dereference=L no-dereference=h separator:=F files-from:=f no-pad=N no-buffer=n print0=0 extension! apple! keep-going!=k uncompress!=z v version=v special-files=s',
  );
  if (options.has('v')) {
    context.out.write('file-5.44\n');
    return 0;
  }
  const listed = options.get('f');
  const names = [...(listed === undefined ? [] : await context.open(listed).lines()), ...options.operands];
  if (names.length === 0) return context.fail('give the name of a file');
  const separator = options.has('0') ? '\0' : (options.get('F') ?? ':');
  const longest = options.has('N') ? 0 : Math.max(...names.map((name) => shownAs(name).length));
  let status = 0;
  for (const name of names) {
    const { told, failed } = await described(context, name, options);
    if (failed && options.has('E')) status = 1;
    const label = options.has('b')
      ? ''
      : `${shownAs(name)}${separator}${' '.repeat(Math.max(0, longest - shownAs(name).length))} `;
    context.out.write(`${label}${told}\n`);
  }
  return status;
};

const shownAs = (name: string): string => (name === '-' ? '/dev/stdin' : name);

async function described(
  context: CommandContext,
  name: string,
  options: ParsedOptions,
): Promise<{ told: string; failed?: boolean }> {
  if (name === '-') return { told: worded(kindOf(await context.in.bytes()), options) };
  try {
    const path = context.path(name);
    const { type } = context.sys.stat(path, false);
    if (type === 'symlink' && !options.has('L')) return { told: linkText(context, path, options) };
    if (context.sys.stat(path).type === 'fifo')
      return { told: worded({ text: 'fifo (named pipe)', mime: 'inode/fifo', charset: 'binary' }, options) };
    if (context.sys.stat(path).type === 'directory')
      return { told: worded({ text: 'directory', mime: 'inode/directory', charset: 'binary' }, options) };
    return { told: worded(kindOf(await context.open(name).bytes()), options) };
  } catch (error) {
    if (typeof Object(error).code !== 'string') throw error;
    return { told: `cannot open \`${name}' (${errorText(error)})`, failed: true };
  }
}

function linkText(context: CommandContext, path: string, options: ParsedOptions): string {
  const broken = context.sys.exists(path) ? '' : 'broken ';
  const text = `${broken}symbolic link to ${context.sys.readlink(path)}`;
  return worded({ text, mime: 'inode/symlink', charset: 'binary' }, options);
}

function worded({ text, mime, charset }: Kind, options: ParsedOptions): string {
  if (options.has('i')) return `${mime}; charset=${charset}`;
  if (options.has('mime-type')) return mime;
  return options.has('mime-encoding') ? charset : text;
}
