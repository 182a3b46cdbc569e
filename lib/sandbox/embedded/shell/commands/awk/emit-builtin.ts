import { CommandFailure } from '../context';
import { number, text, type Code, type Emitter } from './code';
import type { AwkExpression } from './syntax';

const MATH: Readonly<Record<string, string>> = {
  sin: 'Math.sin',
  cos: 'Math.cos',
  exp: 'Math.exp',
  log: 'Math.log',
  sqrt: 'Math.sqrt',
  int: 'Math.trunc',
};
const RECORD: AwkExpression = { kind: 'field', index: { kind: 'number', value: 0 } };

/** Minimum and maximum number of arguments. */
const COUNTS: Readonly<Record<string, readonly [number, number]>> = {
  length: [0, 1],
  substr: [2, 3],
  index: [2, 2],
  split: [2, 3],
  sub: [2, 3],
  gsub: [2, 3],
  match: [2, 2],
  sprintf: [1, Infinity],
  atan2: [2, 2],
  rand: [0, 0],
  srand: [0, 1],
  fflush: [0, 1],
  strftime: [0, 3],
  systime: [0, 0],
};

/** A call of a built-in function, as JavaScript. Throws `CommandFailure` for arguments it does not take. */
export function builtinCall(emitter: Emitter, name: string, args: readonly AwkExpression[]): Code {
  const [least, most] = COUNTS[name] ?? [1, 1];
  if (args.length < least || args.length > most)
    throw new CommandFailure(`line 1: wrong number of arguments in call to ${name}`, 2);
  const [first = RECORD, second = RECORD, third] = args;
  const math = MATH[name];
  if (math) return number(`${math}(${emitter.number(first)})`);
  switch (name) {
    case 'length':
      if (first.kind === 'name' && emitter.isArray(first.name)) return number(`${emitter.array(first.name)}.size`);
      return number(`${emitter.text(first)}.length`);
    case 'substr':
      return text(
        `rt.substr(${emitter.text(first)}, ${emitter.number(second)}${third ? `, ${emitter.number(third)}` : ''})`,
      );
    case 'index':
      return number(`(${emitter.text(first)}.indexOf(${emitter.text(second)}) + 1)`);
    case 'split': {
      if (second.kind !== 'name') throw new CommandFailure('line 1: type error in arg(2) in call to split', 2);
      const by = third?.kind === 'regexp' ? emitter.regexp(third) : third ? emitter.text(third) : 'rt.text(g.$FS)';
      return number(`rt.split(${emitter.text(first)}, ${emitter.array(second.name)}, ${by})`);
    }
    case 'sub':
    case 'gsub':
      return substitution(emitter, name === 'gsub', args);
    case 'match':
      return number(`rt.match(${emitter.text(first)}, ${emitter.regexp(second)})`);
    case 'sprintf':
      return text(
        `rt.format(${emitter.text(first)}, [${args
          .slice(1)
          .map((arg) => emitter.value(arg))
          .join(', ')}])`,
      );
    case 'atan2':
      return number(`Math.atan2(${emitter.number(first)}, ${emitter.number(second)})`);
    case 'rand':
      return number('rt.random.next()');
    case 'srand':
      return { js: `rt.random.seed(${args.length > 0 ? emitter.value(first) : ''})`, gives: 'value' };
    case 'tolower':
    case 'toupper':
      return text(`rt.${name}(${emitter.text(first)})`);
    case 'system':
    case 'close':
      return number(`(await rt.${name}(${emitter.text(first)}))`);
    case 'fflush':
      return number('(await rt.flush())');
    case 'systime':
      return number('Math.floor(Date.now() / 1000)');
    case 'mktime':
      return number(`rt.mktime(${emitter.text(first)})`);
    default:
      return text(
        `rt.strftime(${args.length > 0 ? emitter.text(first) : '"%c"'}${args.length > 1 ? `, ${emitter.number(second)}` : ''})`,
      );
  }
}

/** `sub` and `gsub`: the target is written only if something matched. */
function substitution(emitter: Emitter, all: boolean, args: readonly AwkExpression[]): Code {
  const [pattern = RECORD, replacement = RECORD, target = RECORD] = args;
  const found = emitter.temporary();
  const done = (read: string) =>
    `rt.substitute(${emitter.regexp(pattern)}, ${emitter.text(replacement)}, ${read}, ${all})`;
  if (target.kind !== 'name' && target.kind !== 'field' && target.kind !== 'element')
    return number(`(${found} = ${done(emitter.text(target))}, ${found}.count)`);
  // Even an unchanged assignment to a field would rebuild the record, so only changes are written.
  const written = emitter.write(target, `${found}.text`);
  return number(
    `(${found} = ${done(`rt.text(${emitter.read(target)})`)}, ${found}.count > 0 ? (${written}, ${found}.count) : 0)`,
  );
}
