import { blake2b } from '@noble/hashes/blake2.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { errorText } from '../../io/error-text';
import { CommandFailure, UsageFailure, type Command, type CommandContext } from '../context';
import { parseOptions } from '../options';

const HASHES = { md5, sha1, sha224, sha256, sha384, sha512, b2: blake2b } as const;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The digest of a file; of BLAKE2b there are several lengths. */
type Digest = (path: string, kind?: keyof typeof HASHES, bits?: number) => Promise<string>;

/** `md5sum`, `sha256sum` and similar commands. */
export const sumCommand =
  (kind: keyof typeof HASHES): Command =>
  async (context) => {
    const options = parseOptions(
      context.args,
      'b c t w z l: binary=b check=c text=t warn=w zero=z tag ignore-missing quiet status strict length:=l',
    );
    const idle = ['ignore-missing', 'quiet', 'status', 'strict', 'w'].find((name) => options.has(name));
    if (idle !== undefined && !options.has('c'))
      throw new UsageFailure(
        `the --${idle === 'w' ? 'warn' : idle} option is meaningful only when verifying checksums`,
      );
    if (options.has('c') && options.has('tag'))
      throw new UsageFailure('the --tag option is meaningless when verifying checksums');
    if (options.has('c') && (options.has('b') || options.has('t')))
      throw new UsageFailure('the --binary and --text options are meaningless when verifying checksums');
    const bits = Number(options.get('l') || 512) || 512;
    const digest: Digest = async (path, of = kind, length = bits) => {
      const state = of === 'b2' ? blake2b.create({ dkLen: length / 8 }) : HASHES[of].create();
      const input = context.open(path);
      for (let next = await input.read(); next; next = await input.read()) state.update(next);
      return hex(state.digest());
    };
    const files = options.operands.length > 0 ? options.operands : ['-'];
    let status = 0;
    for (const path of files) {
      try {
        if (options.has('c')) {
          if (!(await check(context, path, kind, options, digest))) status = 1;
          continue;
        }
        const sum = await digest(path);
        const name = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
        const mark = name === path || options.has('z') ? '' : '\\';
        context.out.write(
          options.has('tag')
            ? `${mark}${labelOf(kind)}${kind === 'b2' && bits < 512 ? `-${bits}` : ''} (${mark ? name : path}) = ${sum}${options.has('z') ? '\0' : '\n'}`
            : `${mark}${sum} ${options.has('b') ? '*' : ' '}${mark ? name : path}${options.has('z') ? '\0' : '\n'}`,
        );
      } catch (error) {
        if (typeof Object(error).code !== 'string' && !(error instanceof CommandFailure)) throw error;
        status = await context.fail(error instanceof CommandFailure ? error.message : `${path}: ${errorText(error)}`);
      }
    }
    return status;
  };

/** `shasum`, whose option `-a` names the algorithm. */
export const shasum: Command = async (context) => {
  const { list } = parseOptions(
    context.args,
    'a: algorithm:=a b c t w check=c binary=b text=t tag q quiet=q s status=s warn=w',
  );
  const bits = list.findLast(({ name }) => name === 'a')?.value ?? '1';
  const kind = `sha${bits}`;
  if (!isHash(kind)) throw new CommandFailure(`Unrecognized algorithm: ${bits}`);
  const other = context.withArgs(
    withoutAlgorithm(context.args).map((arg) => ({ '-q': '--quiet', '-s': '--status' })[arg] ?? arg),
  );
  return flushed(other, await sumCommand(kind)(other));
};

/** The kind that a label such as `SHA1` or `BLAKE2b-64` names. */
const kindOf = (label: string): keyof typeof HASHES | undefined => {
  const name = label.startsWith('BLAKE2b') ? 'b2' : label.toLowerCase();
  return isHash(name) ? name : undefined;
};

const labelOf = (kind: keyof typeof HASHES): string => (kind === 'b2' ? 'BLAKE2b' : kind.toUpperCase());

async function check(
  context: CommandContext,
  list: string,
  kind: keyof typeof HASHES,
  options: ReturnType<typeof parseOptions>,
  digest: Digest,
): Promise<boolean> {
  // `cksum` takes the kind from each line.
  const any = context.name === 'cksum';
  let [bad, missing, malformed, good] = [0, 0, 0, 0];
  for (const written of await context.open(list).lines()) {
    const line = written.replace(/\r$/, '');
    const [, sum, name] = /^\\?([\da-fA-F]{8,}) [ *]?(.+)$/.exec(line) ?? [];
    const [, label, tagged, taggedSum] = /^\\?([\w-]+) \((.+)\) = ([\da-f]+)$/.exec(line) ?? [];
    const listed = name ?? tagged;
    const path = line.startsWith('\\')
      ? listed?.replaceAll(/\\([nr\\])/g, (_, char: string) => ({ n: '\n', r: '\r' })[char] ?? '\\')
      : listed;
    const wanted = (sum ?? taggedSum)?.toLowerCase();
    const of =
      label === undefined ? kind : any || label.replace(/-\d+$/, '') === labelOf(kind) ? kindOf(label) : undefined;
    // A sum of another kind is none; of BLAKE2b there are several lengths.
    const fits = of === 'b2' || (of !== undefined && wanted?.length === HASHES[of].outputLen * 2);
    if (path === undefined || wanted === undefined || !fits) {
      malformed += 1;
      continue;
    }
    const shown = path.includes('\n') ? `\\${listed}` : path;
    try {
      const fine = (await digest(path, of, wanted.length * 4)) === wanted;
      if (fine) good += 1;
      else bad += 1;
      if (!options.has('status') && !(fine && options.has('quiet')))
        context.out.write(`${shown}: ${fine ? 'OK' : 'FAILED'}\n`);
    } catch (error) {
      if (options.has('ignore-missing')) continue;
      missing += 1;
      await context.fail(error instanceof CommandFailure ? error.message : errorText(error));
      if (!options.has('status')) context.out.write(`${shown}: FAILED open or read\n`);
    }
  }
  if (good + bad + missing === 0)
    throw new CommandFailure(`${list === '-' ? "'standard input'" : list}: no properly formatted checksum lines found`);
  const lines = (count: number, what: string) =>
    `WARNING: ${count} ${count === 1 ? what : what.replace(/^(\w+)/, '$1s')}`;
  if (malformed > 0 && !options.has('status'))
    await context.fail(`${lines(malformed, 'line')} ${malformed === 1 ? 'is' : 'are'} improperly formatted`);
  if (missing > 0 && !options.has('status'))
    await context.fail(`WARNING: ${missing} listed file${missing === 1 ? '' : 's'} could not be read`);
  if (bad > 0 && !options.has('status'))
    await context.fail(`WARNING: ${bad} computed checksum${bad === 1 ? '' : 's'} did NOT match`);
  return bad + missing === 0 && !(options.has('strict') && malformed > 0);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

export const cksum: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'a: algorithm:=a b c t w z check=c warn=w zero=z tag untagged debug quiet status strict ignore-missing l: length:=l',
  );
  const chosen = options.get('a') ?? (options.has('c') ? 'sha256' : 'crc');
  const kind = chosen === 'blake2b' ? 'b2' : chosen;
  if (options.has('l') && kind !== 'b2')
    throw new CommandFailure('--length is only supported with --algorithm=blake2b');
  if (options.has('c') && /^(?:bsd|sysv|crc)$/.test(kind))
    throw new CommandFailure('--check is not supported with --algorithm={bsd,sysv,crc}');
  if (kind === 'sm3') throw new CommandFailure('-a sm3 is not here: use sha256', 2);
  if (isHash(kind)) {
    const tagged = !options.has('untagged') && !options.has('c');
    const other = context.withArgs([...(tagged ? ['--tag'] : []), ...withoutAlgorithm(context.args)]);
    return flushed(other, await sumCommand(kind)(other));
  }
  if (kind === 'bsd' || kind === 'sysv') {
    const other = context.withArgs([...(kind === 'sysv' ? ['-s'] : []), ...options.operands]);
    return flushed(other, await sum(other));
  }
  if (kind !== 'crc') throw new CommandFailure(`invalid argument ‘${chosen}’ for ‘--algorithm’`);
  return crc(context, options.operands, options.has('z') ? '\0' : '\n');
};

async function flushed({ out, err }: CommandContext, status: number): Promise<number> {
  await out.flush();
  await err.flush();
  return status;
}

const isHash = (kind: string): kind is keyof typeof HASHES => Object.hasOwn(HASHES, kind);

const withoutAlgorithm = (args: readonly string[]): string[] =>
  args.filter(
    (arg, at) =>
      !/^(?:-a.*|--algorithm(?:=.*)?|--untagged)$/.test(arg) && !/^(?:-a|--algorithm)$/.test(args[at - 1] ?? ''),
  );

async function crc(context: CommandContext, operands: readonly string[], end: string): Promise<number> {
  for (const path of operands.length > 0 ? operands : ['-']) {
    const bytes = await context.open(path).bytes();
    let value = 0;
    const add = (byte: number) => void (value = ((value << 8) ^ (TABLE[((value >>> 24) ^ byte) & 255] ?? 0)) >>> 0);
    bytes.forEach(add);
    for (let length = bytes.length; length > 0; length = Math.floor(length / 256)) add(length & 255);
    context.out.write(`${~value >>> 0} ${bytes.length}${operands.length > 0 ? ` ${path}` : ''}${end}`);
  }
  return 0;
}

export const sum: Command = async (context) => {
  const options = parseOptions(context.args, 'r s sysv=s');
  for (const path of options.operands.length > 0 ? options.operands : ['-']) {
    const bytes = await context.open(path).bytes();
    const name = options.operands.length > 0 ? ` ${path}` : '';
    if (options.has('s')) {
      const total = bytes.reduce((value, byte) => value + byte, 0);
      const folded = (total & 0xffff) + Math.floor(total / 65_536);
      context.out.write(`${(folded & 0xffff) + (folded >> 16)} ${Math.ceil(bytes.length / 512)}${name}\n`);
    } else {
      const value = bytes.reduce((last, byte) => ((last >> 1) + ((last & 1) << 15) + byte) & 0xffff, 0);
      context.out.write(
        `${String(value).padStart(5, '0')} ${String(Math.ceil(bytes.length / 1024)).padStart(5)}${name}\n`,
      );
    }
  }
  return 0;
};
