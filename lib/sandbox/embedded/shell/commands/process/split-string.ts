import { CommandFailure, type CommandContext } from '../context';

/** The words of `env -S`, with its quotes, escapes and `${NAME}`. */
function splitString(text: string, env: CommandContext['env']): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  const pieces = /\\c[^]*|\\[^]|\$\{(\w+)\}|[^]/g;
  for (const [piece, name] of text.matchAll(pieces)) {
    if (piece.startsWith('\\c') && quote === '') break;
    if (quote === "'" && piece !== "'") word = (word ?? '') + (/^\\[\\']$/.test(piece) ? piece.slice(1) : piece);
    else if (piece === quote || (quote === '' && /^["']$/.test(piece))) {
      word ??= '';
      quote = quote === '' ? piece : '';
    } else if (quote === '' && (/^\s$/.test(piece) || piece === '\\_')) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (piece === '#' && quote === '' && word === undefined) break;
    else if (name !== undefined) word = (word ?? '') + (env[name] ?? '');
    else if (piece === '$') throw new CommandFailure(`only \${VARNAME} expansion is supported, error at: ${text}`, 125);
    else word = (word ?? '') + (piece.length > 1 && piece.startsWith('\\') ? unescaped(piece) : piece);
  }
  if (quote !== '') throw new CommandFailure('no terminating quote in -S string', 125);
  return word === undefined ? words : [...words, word];
}

const unescaped = (piece: string): string =>
  ({ n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', _: ' ' })[piece.slice(1)] ?? piece.slice(1);

/** The arguments, with what `-S` holds as arguments of its own. */
export function withSplit({ args, env }: CommandContext): string[] {
  const at = args.findIndex(
    (arg, index) =>
      !/^-[uC]$/.test(args[index - 1] ?? '') && (!arg.startsWith('-') || /^-[i0v]*S|^--split-string(?:=|$)/.test(arg)),
  );
  const [, flags = '', attached = ''] = /^(?:-([i0v]*)S|--split-string=?)([^]*)$/.exec(args[at] ?? '') ?? [
    '',
    undefined,
  ];
  if (at < 0 || !args[at]?.startsWith('-')) return [...args];
  const [text, after] = attached === '' ? [args[at + 1] ?? '', at + 2] : [attached, at + 1];
  return [
    ...args.slice(0, at),
    ...(flags === '' ? [] : [`-${flags}`]),
    ...splitString(text, env),
    ...args.slice(after),
  ];
}
