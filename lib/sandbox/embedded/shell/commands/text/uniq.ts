import { CommandFailure, UsageFailure, type Command } from '../context';
import { oneOf, parseOptions } from '../options';

export const uniq: Command = async (context) => {
  const args = context.args.map((arg) => arg.replace(/^-(?=\d+$)/, '-f').replace(/^\+(?=\d+$)/, '-s'));
  const options = parseOptions(
    args,
    'c d D f: i s: u w: z all-repeated::=D group:: count=c repeated=d skip-fields:=f ignore-case=i skip-chars:=s unique=u check-chars:=w zero-terminated=z',
  );
  const [from = '-', to, extra] = options.operands;
  if (extra !== undefined) throw new UsageFailure(`extra operand ‘${extra}’`);
  if (options.has('c') && options.has('D'))
    throw new UsageFailure('printing all duplicated lines and repeat counts is meaningless');
  oneOf(options.get('D') || 'none', 'all-repeated', ['none', 'prepend', 'separate']);
  oneOf(options.get('group') || 'separate', 'group', ['prepend', 'append', 'separate', 'both']);
  const end = options.has('z') ? '\0' : '\n';
  const keyFor = uniqueKey(options);
  const out = to === undefined || to === '-' ? context.out : context.create(to);
  // Blank lines go between groups, or before or after each.
  const group = options.has('group') ? options.get('group') || 'separate' : options.get('D');
  if (options.has('group') && ['c', 'd', 'D', 'u'].some((name) => options.has(name)))
    throw new CommandFailure("--group is mutually exclusive with -c/-d/-D/-u\nTry 'uniq --help' for more information.");
  const whole = options.has('D') || options.has('group');
  let groups = 0;
  let key: string | undefined;
  let lines: string[] = [];
  let count = 0;
  const finish = async (): Promise<void> => {
    if (whole) {
      if (count === 0 || (count === 1 && !options.has('group'))) return;
      if (group === 'prepend' || group === 'both' || (group === 'separate' && groups > 0)) await out.put(end);
      // With -u, the last of them stays out.
      for (const line of options.has('u') ? lines.slice(0, -1) : lines) await out.put(line + end);
      if (group === 'append') await out.put(end);
      groups += 1;
    } else if (count > 0 && (!options.has('d') || count > 1) && (!options.has('u') || count === 1))
      await out.put((options.has('c') ? `${String(count).padStart(7)} ` : '') + lines[0] + end);
  };
  for await (const { texts } of context.open(from).batches(end.charCodeAt(0))) {
    for (const text of texts) {
      const next = keyFor(text);
      if (next !== key) {
        await finish();
        [key, lines, count] = [next, [], 0];
      }
      if (whole || count === 0) lines.push(text);
      count += 1;
    }
  }
  await finish();
  if (group === 'both' && groups > 0) await out.put(end);
  if (out !== context.out) await out.close();
  return 0;
};

function uniqueKey(options: ReturnType<typeof parseOptions>): (line: string) => string {
  const [fields = 0, skip = 0, width] = (
    [
      ['f', 'number of fields to skip'],
      ['s', 'number of bytes to skip'],
      ['w', 'number of bytes to compare'],
    ] as const
  ).map(([name, what]) => {
    const text = options.get(name);
    if (text !== undefined && !/^\+?\d+$/.test(text)) throw new CommandFailure(`${text}: invalid ${what}`);
    return text === undefined ? undefined : Number(text);
  });
  return (line) => {
    let key = line;
    for (let left = fields; left > 0; left -= 1) key = key.replace(/^[ \t]*[^ \t]*/, '');
    key = key.slice(skip, width === undefined ? undefined : skip + width);
    return options.has('i') ? key.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : key;
  };
}
