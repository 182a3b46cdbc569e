import { errorText } from '../../io/error-text';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import { editsBetween, marked, markedLines, OPEN, type Edit } from './forms';

const SPEC =
  'a A e! E! 3! x! X! i! m T! L: v show-all=A ed=e show-overlap=E easy-only=3 overlap-only=x merge=m text=a strip-trailing-cr initial-tab=T label:=L diff-program:';

/** Lines `from` to `to` (exclusive) of one of the three files. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** A place where the files differ: its lines in each, and which file is the odd one out (3 if all differ). */
interface Block {
  readonly ranges: readonly [Range, Range, Range];
  readonly odd: 0 | 1 | 2 | 3;
}

type Three<T> = readonly [T, T, T];

/** `diff3`: compares three files, or merges the changes that two of them made to the one in the middle. */
export const diff3: Command = async (context) => {
  const options = parseOptions(context.args, SPEC, { status: 2 });
  const [mine, old, yours, extra] = options.operands;
  const hint = "\ndiff3: Try 'diff3 --help' for more information.";
  if (mine === undefined || old === undefined || yours === undefined)
    throw new CommandFailure(`missing operand after '${options.operands.at(-1) ?? 'diff3'}'${hint}`, 2);
  if (extra !== undefined) throw new CommandFailure(`extra operand '${extra}'${hint}`, 2);
  const names: Three<string> = [mine, old, yours];
  const read = async (name: string): Promise<string[]> => markedLines(await bytesOf(context, name));
  const files: Three<string[]> = [await read(mine), await read(old), await read(yours)];
  if (!options.has('m') && !options.has('A')) {
    for (const block of blocksOf(files, 2)) context.out.write(described(block, files));
    return 0;
  }
  if (!options.has('m')) throw new CommandFailure('scripts for ed are not here: use diff3 -m', 2);
  return merged(context, options, files, names);
};

async function bytesOf(context: CommandContext, name: string): Promise<Uint8Array> {
  try {
    return await context.open(name).bytes();
  } catch (error) {
    throw new CommandFailure(error instanceof CommandFailure ? error.message : `${name}: ${errorText(error)}`, 2);
  }
}

/** Where the files differ, found by comparing two of them with the third, `common`. */
function blocksOf(files: Three<readonly string[]>, common: 1 | 2): Block[] {
  const [first, second] = [0, common === 1 ? 2 : 1] as const;
  const left: Record<number, Edit[]> = {
    [first]: editsBetween(files[common], files[first]),
    [second]: editsBetween(files[common], files[second]),
  };
  const shift: Record<number, number> = { [first]: 0, [second]: 0 };
  const blocks: Block[] = [];
  for (;;) {
    const starts = [first, second].map((file) => left[file]?.[0]?.from ?? Infinity);
    const from = Math.min(...starts);
    if (from === Infinity) return blocks;
    let to = from;
    const changed = new Set<number>();
    const before = { ...shift };
    // Neighbours belong together, whoever made them.
    for (let more = true; more;) {
      more = false;
      for (const file of [first, second]) {
        const next = left[file]?.[0];
        if (!next || next.from > to) continue;
        left[file]?.shift();
        to = Math.max(to, next.to);
        shift[file] = (shift[file] ?? 0) + (next.newTo - next.newFrom) - (next.to - next.from);
        changed.add(file);
        more = true;
      }
    }
    const range = (file: number): Range =>
      file === common ? { from, to } : { from: from + (before[file] ?? 0), to: to + (shift[file] ?? 0) };
    const ranges: Block['ranges'] = [range(0), range(1), range(2)];
    const text = (file: 0 | 1 | 2): string => files[file].slice(ranges[file].from, ranges[file].to).join('\n');
    const sized = ranges[first].to - ranges[first].from === ranges[second].to - ranges[second].from;
    const odd =
      changed.size === 1 ? (changed.has(first) ? first : second) : sized && text(first) === text(second) ? common : 3;
    blocks.push({ ranges, odd });
  }
}

function described({ ranges, odd }: Block, files: Three<readonly string[]>): string {
  // Of two that are the same, the text is shown once, after both.
  const order = odd === 1 ? ([0, 2, 1] as const) : ([0, 1, 2] as const);
  const silent = odd === 3 ? -1 : odd === 0 ? 1 : 0;
  const parts = order.map((file) => {
    const { from, to } = ranges[file];
    const where = from === to ? `${from}a` : to - from === 1 ? `${to}c` : `${from + 1},${to}c`;
    const lines = file === silent ? [] : files[file].slice(from, to).map((line) => marked('  ', line));
    return `${file + 1}:${where}\n${lines.join('')}`;
  });
  return `====${odd === 3 ? '' : odd + 1}\n${parts.join('')}`;
}

const plain = (line: string): string => (line.endsWith(OPEN) ? line.slice(0, -1) : `${line}\n`);

/** `-m`: the first file with the changes of the third, and what cannot be put together between marks. */
function merged(
  context: CommandContext,
  options: ParsedOptions,
  files: Three<readonly string[]>,
  names: Three<string>,
): number {
  const given = options.all('L');
  const [mine, old, yours] = names.map((name, at) => given[at] ?? name);
  const part = (block: Block, file: 0 | 1 | 2): string =>
    files[file].slice(block.ranges[file].from, block.ranges[file].to).map(plain).join('');
  let status = 0;
  let at = 0;
  for (const block of blocksOf(files, 1)) {
    context.out.write(files[0].slice(at, block.ranges[0].from).map(plain).join(''));
    at = block.ranges[0].to;
    if (block.odd === 0) context.out.write(part(block, 0));
    else if (block.odd === 2) context.out.write(part(block, 2));
    else {
      status = 1;
      const [ours, base, theirs] = [part(block, 0), part(block, 1), part(block, 2)];
      context.out.write(
        block.odd === 1
          ? `<<<<<<< ${old}\n${base}=======\n${theirs}>>>>>>> ${yours}\n`
          : `<<<<<<< ${mine}\n${ours}||||||| ${old}\n${base}=======\n${theirs}>>>>>>> ${yours}\n`,
      );
    }
  }
  context.out.write(files[0].slice(at).map(plain).join(''));
  return status;
}
