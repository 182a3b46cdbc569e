import { Descriptors } from '../../io/descriptors';
import { collector, fileOfBytes, OpenFile } from '../../io/open-file';
import { concat } from '../../../../bytes-text';
import type { CommandContext } from '../context';

/** A format that a module of Python's standard library packs and unpacks. */
export interface PythonFormat {
  readonly suffix: string;
  /** The endings that unpacking takes away, and what it puts in their place. */
  readonly endings: Readonly<Record<string, string>>;
  /** What every packed file begins with. */
  readonly starts: string;
  /** Expressions of Python over `data`. */
  pack(level: number): string;
  readonly unpack: string;
}

export const XZ: PythonFormat = {
  suffix: '.xz',
  endings: { '.xz': '', '.txz': '.tar', '.lzma': '', '.tlz': '.tar' },
  starts: '\xfd7zXZ\0',
  pack: (level) => `lzma.compress(data, check=lzma.CHECK_CRC64, preset=${level})`,
  unpack: 'lzma.decompress(data)',
};

export const LZMA: PythonFormat = {
  ...XZ,
  suffix: '.lzma',
  starts: '\x5d\0\0',
  pack: (level) => `lzma.compress(data, format=lzma.FORMAT_ALONE, preset=${level})`,
};

export const BZIP2: PythonFormat = {
  suffix: '.bz2',
  endings: { '.bz2': '', '.bz': '', '.tbz2': '.tar', '.tbz': '.tar' },
  starts: 'BZh',
  pack: (level) => `bz2.compress(data, ${Math.max(1, level)})`,
  unpack: 'bz2.decompress(data)',
};

export const isIn = ({ starts }: PythonFormat, bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(0, starts.length)) === starts;

/** The format that bytes are in, of those that Python reads. */
export const pythonFormatOf = (bytes: Uint8Array): PythonFormat | undefined =>
  [XZ, BZIP2, LZMA].find((format) => isIn(format, bytes));

/** The value of an expression over bytes, called `data`; undefined if Python raises an error, as for damaged data. */
export async function computed(
  context: CommandContext,
  expression: string,
  data: Uint8Array,
): Promise<Uint8Array | undefined> {
  const output = collector();
  const fds = new Descriptors([
    [0, fileOfBytes(data)],
    [1, output.file],
    [2, new OpenFile(undefined, { write: () => undefined })],
  ]);
  const program = `import sys, lzma, bz2; data = sys.stdin.buffer.read(); sys.stdout.buffer.write(${expression})`;
  const status = await context.run(['/usr/bin/python3', '-ISc', program], { fds });
  fds.closeAll();
  return status === 0 ? concat(output.parts) : undefined;
}
