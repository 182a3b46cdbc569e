import { CommandFailure, type Command, type CommandContext } from '../context';
import { parseOptions, type ParsedOptions } from '../options';
import { pause } from './run';

const UNITS = ['bytes', 'kilo', 'mega', 'giga', 'tera', 'peta', 'kibi', 'mebi', 'gibi', 'tebi', 'pebi'];
const SPEC = `b k m g h l t v s: c: w V si committed=v lohi=l total=t wide=w seconds:=s count:=c human=h version=V ${UNITS.join(' ')}`;
const LETTERS: Readonly<Record<string, string>> = { b: 'bytes', k: 'kibi', m: 'mebi', g: 'gibi' };

/** What the sandbox may hold, in bytes. */
const TOTAL = 512 * 2 ** 20;

/** `free`: how much memory there is, and how much of it is free. */
export const free: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const [extra] = options.operands;
  if (extra !== undefined) throw new CommandFailure(`${extra} is no option\nTry 'free --help' for more information.`);
  if (options.has('V')) {
    context.out.write('free from procps-ng 4.0.2\n');
    return 0;
  }
  const count = options.get('c');
  if (count !== undefined && !/^\d+$/.test(count))
    throw new CommandFailure(`failed to parse count argument: '${count}'`);
  if (count !== undefined && Number(count) === 0)
    throw new CommandFailure(`failed to parse count argument: '${count}': Numerical result out of range`);
  const seconds = options.get('s');
  if (seconds !== undefined && !(Number(seconds) > 0))
    throw new CommandFailure(`seconds argument failed: '${seconds}'`);
  const times = count === undefined ? (seconds === undefined ? 1 : Infinity) : Number(count);
  for (let time = 1; time <= times; time += 1) {
    show(context, options);
    if (time === times) break;
    context.out.write('\n');
    await context.out.flush();
    await pause(context, Number(seconds ?? 1) * 1000);
  }
  return 0;
};

function show({ out }: CommandContext, options: ParsedOptions): void {
  const name = options.list.findLast((one) => UNITS.includes(one.name) || one.name in LETTERS)?.name;
  const unit = name === undefined ? undefined : (LETTERS[name] ?? name);
  const line = (head: string, cells: readonly (string | number)[]): void => {
    const shown = cells.map((cell) => (typeof cell === 'string' ? cell : amount(cell, unit, options)));
    out.write(
      `${head.padEnd(8)}${shown
        .map((cell) => cell.padStart(12))
        .join('')
        .trimEnd()}\n`,
    );
  };
  const caches = options.has('w') ? ['buffers', 'cache'] : ['buff/cache'];
  line('', ['total', 'used', 'free', 'shared', ...caches, 'available']);
  line('Mem:', [TOTAL, 0, TOTAL, 0, ...caches.map(() => 0), TOTAL]);
  if (options.has('l')) {
    line('Low:', [TOTAL, 0, TOTAL]);
    line('High:', [0, 0, 0]);
  }
  line('Swap:', [0, 0, 0]);
  if (options.has('t')) line('Total:', [TOTAL, 0, TOTAL]);
  if (options.has('v')) line('Comm:', [TOTAL, 0, TOTAL]);
}

function amount(bytes: number, unit: string | undefined, options: ParsedOptions): string {
  const decimal = options.has('si');
  const base = decimal ? 1000 : 1024;
  if (options.has('h')) {
    let [value, power] = [bytes, 0];
    for (; value >= base; power += 1) value /= base;
    const shown = value < 10 && power > 0 ? value.toFixed(1) : String(Math.floor(value));
    return shown + (power === 0 ? 'B' : `${'KMGT'.charAt(power - 1)}${decimal ? '' : 'i'}`);
  }
  if (unit === 'bytes') return String(bytes);
  const powers = ['k', 'm', 'g', 't', 'p'];
  const power = unit === undefined ? 1 : powers.indexOf(unit.charAt(0)) + 1;
  const size = decimal || /^(?:kilo|mega|giga|tera|peta)$/.test(unit ?? '') ? 1000 : 1024;
  return String(Math.floor(bytes / size ** power));
}
