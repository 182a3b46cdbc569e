import { errorText } from '../../io/error-text';
import { CommandFailure, quoted, UsageFailure, type Command, type CommandContext } from '../context';
import { parseSize } from '../each-file';
import { oneOf, parseOptions, type ParsedOptions } from '../options';

const SPEC = 'f n: s: u v x z force=f iterations:=n random-source:! size:=s remove::=u verbose=v exact=x zero=z';

/** What a file's size is rounded up to. */
const BLOCK = 4096;

/** `shred`: writes over files, and removes them if asked. Here the old bytes are gone after the first pass. */
export const shred: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const count = options.get('n') ?? '3';
  if (!/^\d+$/.test(count)) throw new CommandFailure(`invalid number of passes: ${quoted(count)}`);
  if (options.operands.length === 0) throw new UsageFailure('missing file operand');
  const way = options.get('u');
  if (way) oneOf(way, 'remove', ['unlink', 'wipe', 'wipesync']);
  let status = 0;
  for (const path of options.operands) {
    try {
      await shredded(context, options, path, Number(count));
    } catch (error) {
      status = await context.fail(`${path}: failed to open for writing: ${errorText(error)}`);
    }
  }
  return status;
};

async function shredded(context: CommandContext, options: ParsedOptions, path: string, count: number): Promise<void> {
  const full = context.path(path);
  const { size, type } = context.sys.stat(full);
  // The open says why a folder cannot be written to.
  if (type === 'directory') await context.create(path, true).close();
  const exact = options.has('x') || options.has('s');
  const wanted = options.get('s') === undefined ? size : parseSize(options.get('s') ?? '', 'file size');
  const length = exact ? wanted : Math.ceil(wanted / BLOCK) * BLOCK;
  const passes = count + (options.has('z') ? 1 : 0);
  const bytes = new Uint8Array(Math.max(length, size));
  if (!options.has('z'))
    for (let at = 0; at < length; at += 65_536)
      crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65_536, length)));
  // Where a size is given, what is beyond it stays.
  if (length < size) bytes.set(context.sys.read(full).subarray(length), length);
  const say = async (text: string): Promise<void> => {
    if (options.has('v')) await context.fail(text);
  };
  for (let at = 1; at <= passes && options.has('v'); at += 1)
    await say(`${path}: pass ${at}/${passes} (${at > count ? '000000' : 'random'})...`);
  if (passes > 0) context.sys.write(full, bytes);
  if (!options.has('u')) return;
  await say(`${path}: removing`);
  const way = options.get('u');
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (way !== 'unlink') {
    let old = path;
    for (let left = name.length; left > 0; left -= 1) {
      const made = path.slice(0, path.length - name.length) + '0'.repeat(left);
      await say(`${old}: renamed to ${made}`);
      old = made;
    }
  }
  context.sys.remove(full);
  await say(`${path}: removed`);
}
