/** What bash says of an error, and what dash says. */
const WORDS: readonly (readonly [said: RegExp, instead: string])[] = [
  [/^.*: bad substitution$/s, 'Bad substitution'],
  [/(\S+): (?:cannot unset: )?readonly variable$/, '$1: is read only'],
  [/^\$?(\S+): unbound variable$/, '$1: parameter not set'],
  [/^(\S+): parameter null or not set$/, '$1: parameter not set or null'],
  [/^(\w+): (-.): invalid option$/, '$1: Illegal option $2'],
  [/^(\S+): (.*): (?:numeric argument required|integer expression expected)$/s, '$1: Illegal number: $2'],
  [/^cd: (.*): (?:No such file or directory|Not a directory)$/, "cd: can't cd to $1"],
  [/`(.*)': not a valid identifier$/, '$1: bad variable name'],
  [/^local: can only be used in a function$/, 'local: not in a function'],
  [/^(.+?): division by 0.*$/, 'arithmetic expression: division by zero: "$1"'],
  [/^(.+?): (?:arithmetic )?syntax error.*$/, 'arithmetic expression: expecting primary: "$1"'],
  [/^printf: ([-+]?\d.*): invalid (?:octal )?number$/, 'printf: $1: not completely converted'],
  [/^printf: (.*): invalid number$/, 'printf: $1: expected numeric value'],
  [/^(.+?): value too great for base.*$/, 'arithmetic expression: expecting EOF: "$1"'],
];

/** The message of an error in dash's words. */
export function inDashWords(message: string): string {
  for (const [said, instead] of WORDS)
    if (said.test(message)) return message.replace(said, instead).replaceAll(/([-+*]) (?=\1)/g, '$1');
  return message;
}

/** What dash says of a file that it cannot open for a redirection. */
export function cannotOpen(path: string, reads: boolean, why: string): string {
  const absent = reads ? 'No such file' : 'Directory nonexistent';
  const told = why === 'cannot overwrite existing file' ? 'File exists' : why;
  return `cannot ${reads ? 'open' : 'create'} ${path}: ${told === 'No such file or directory' ? absent : told}`;
}
