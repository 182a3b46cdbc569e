import type { Script, Word, WordPart } from 'unbash';
import { expandBraces } from '@/lib/shell-syntax/braces';
import { parseWord } from '@/lib/shell-syntax/words';
import { expandArithmetic } from './arithmetic-text';
import { decode, encode } from '../../../bytes-text';
import { FieldBuilder, type Field } from './fields';
import { simpleParameter, parameter } from './parameter';
import { unescapeAnsi } from './parameter-operations';
import { isPattern, patternRegExp, unquotedRegExp } from './pattern';
import { inLocale } from './locale-text';
import { expandPathname } from './pathname';
import { ShellError } from '../control';
import type { Expander, Shell } from './shell';

const separatorsOf = (shell: Shell): string => shell.vars.get('IFS') ?? ' \t\n';

/** In a word that looks like an assignment, a tilde after its `=` or a colon stands for a folder as well; not to dash. */
const LIKE_ASSIGNMENT = /^[A-Za-z_]\w*=(?:[^~]*:)?~/;

/** Expands words into arguments: braces, expansions, splitting and file names. */
export async function expandWords(shell: Shell, words: readonly Word[]): Promise<string[]> {
  const args: string[] = [];
  for (const word of words) {
    if (!word.parts && !word.text.startsWith('~') && !LIKE_ASSIGNMENT.test(word.text)) args.push(word.value);
    else for (const one of bracedWords(shell, word)) await expandToArguments(shell, one, args);
  }
  return args;
}

async function expandToArguments(shell: Shell, word: Word, args: string[]): Promise<void> {
  const builder = new FieldBuilder(separatorsOf(shell), shell.shopts.has('extglob'));
  await addWord(shell, word, builder);
  for (const field of builder.finish()) {
    if (!field.globs || !isPattern(field.pattern) || shell.options.has('noglob')) args.push(field.text);
    else args.push(...pathsOf(shell, field));
  }
}

function pathsOf(shell: Shell, { text, pattern }: Field): string[] {
  const { shopts, wrongExpansionEnds } = shell;
  const ignored = (shell.vars.get('GLOBIGNORE') ?? '')
    .split(':')
    .filter(Boolean)
    .map((one) => patternRegExp(one));
  const paths = expandPathname(shell.system.sys, shell.cwd, pattern, {
    dotglob: shopts.has('dotglob') || ignored.length > 0,
    globstar: shopts.has('globstar'),
    nocaseglob: shopts.has('nocaseglob'),
    inLocale: (one) => inLocale(shell, one),
  }).filter((path) => !ignored.some((one) => one.test(path)));
  if (paths.length > 0) return paths;
  if (shopts.has('failglob')) throw new ShellError(`no match: ${text}`, 1, wrongExpansionEnds);
  return shopts.has('nullglob') ? [] : [text];
}

const braced = new WeakMap<Word, readonly Word[]>();

/** The words that one word becomes by brace expansion; cached. */
function bracedWords(shell: Shell, word: Word): readonly Word[] {
  if (!word.parts?.some(({ type }) => type === 'BraceExpansion') || !shell.options.has('braceexpand')) return [word];
  let words = braced.get(word);
  if (!words) {
    // An item with nothing in it is no word: `{a,}` is one.
    words = expandBraces(word.text).filter(Boolean).map(parseWord);
    braced.set(word, words);
  }
  return words;
}

/** Expands a word to one text, without splitting or file names. */
export const expandToText = async (shell: Shell, word: Word): Promise<string> =>
  word.parts || word.text.startsWith('~') ? (await single(shell, word)).text : word.value;

/** Expands a word to a pattern, for `case`, `[[` and `${x#…}`. */
export const expandToPattern = async (shell: Shell, word: Word): Promise<string> =>
  (await single(shell, shell.shopts.has('extglob') ? withGroups(word) : word)).pattern;

/** The parser recognizes `+(…)` in the words of a command, but not in the operand of `${x#…}`. */
function withGroups(word: Word): Word {
  if (!/[?*+@!]\(/.test(word.text)) return word;
  const read = parseWord(word.text);
  return read.text === word.text ? read : word;
}

export const expandToRegExp = async (shell: Shell, word: Word): Promise<string> =>
  word.parts ? (await single(shell, word)).regex : unquotedRegExp(word.text);

const expandToReplacement = async (shell: Shell, word: Word): Promise<string> =>
  (await single(shell, word)).replacement;

async function single(shell: Shell, word: Word): Promise<Field> {
  const builder = new FieldBuilder(undefined, true);
  builder.mark();
  await addWord(shell, word, builder);
  const [first, ...more] = builder.finish();
  return more.reduce<Field>(joined, first ?? { text: '', pattern: '', regex: '', replacement: '', globs: false });
}

const joined = (a: Field, b: Field): Field => ({
  text: `${a.text} ${b.text}`,
  pattern: `${a.pattern} ${b.pattern}`,
  regex: `${a.regex} ${b.regex}`,
  replacement: `${a.replacement} ${b.replacement}`,
  globs: a.globs || b.globs,
});

/** Expands the value of an assignment: tildes also after colons. */
export async function expandAssigned(shell: Shell, word: Word): Promise<string> {
  if (!word.parts && !word.text.includes('~')) return word.value;
  const builder = new FieldBuilder(undefined, false);
  builder.mark();
  await addWord(shell, word, builder, { assigned: true });
  return builder
    .finish()
    .map(({ text }) => text)
    .join(' ');
}

interface Manner {
  quoted?: boolean;
  assigned?: boolean;
  /** The word of `${x:-word}`: its plain text is split too. */
  operand?: boolean;
}

/** Expands a word's parts and adds them to the builder. */
async function addWord(shell: Shell, word: Word, builder: FieldBuilder, manner: Manner = {}): Promise<void> {
  const parts: readonly WordPart[] = word.parts ?? [
    { type: 'Literal', pos: word.pos, end: word.end, text: word.text, value: word.value },
  ];
  for (const [index, part] of parts.entries()) {
    if (part.type === 'Literal' && !manner.quoted) addLiteral(shell, part, builder, index === 0, manner);
    else await addPart(shell, part, builder, manner);
  }
}

function addLiteral(
  shell: Shell,
  { text, value }: { text: string; value: string },
  builder: FieldBuilder,
  first: boolean,
  manner: Manner,
): void {
  const pattern = manner.assigned
    ? /(^|:)~([^/:\\]*)(?=[/:]|$)/g
    : LIKE_ASSIGNMENT.test(text) && !shell.isSh
      ? /(^\w+=|:)~([^/:\\]*)(?=[/:]|$)/g
      : /^()~([^/\\]*)(?=\/|$)/g;
  const usesTilde = text.includes('~') && (first || manner.assigned);
  const expanded = usesTilde
    ? value.replace(pattern, (all: string, before: string, user: string, at: number) =>
        at > 0 || first || before !== '' ? before + (homeOf(shell, user) ?? all.slice(before.length)) : all,
      )
    : value;
  if (manner.operand && !text.includes('\\')) builder.expansion(expanded);
  else builder.literal(expanded, usesTilde ? undefined : text);
}

function homeOf(shell: Shell, user: string): string | undefined {
  if (user === '') return shell.vars.get('HOME') ?? '/home/project';
  if (user === '+' && !shell.isSh) return shell.cwd;
  if (user === '-' && !shell.isSh) return shell.vars.get('OLDPWD');
  return user === 'root' ? '/root' : undefined;
}

async function addPart(shell: Shell, part: WordPart, builder: FieldBuilder, manner: Manner): Promise<void> {
  const quoted = manner.quoted === true;
  switch (part.type) {
    case 'Literal':
      return builder.literal(part.value);
    case 'SingleQuoted':
      if (part.value === '') builder.mark();
      return builder.literal(part.value);
    case 'AnsiCQuoted':
      if (part.value === '') builder.mark();
      // The parser has one sign for all bytes that are no text; here each is kept.
      return builder.literal(
        part.value.includes('\ufffd') ? decode(encode(unescapeAnsi(part.text.slice(2, -1)))) : part.value,
      );
    case 'DoubleQuoted':
    case 'LocaleString':
      return addQuoted(shell, part.parts, builder);
    case 'Glob':
      if (quoted) return builder.literal(part.text);
      if (part.kind !== 'bracket') return builder.glob(part.text);
      return addBracket(shell, part.parts, builder, manner);
    case 'ExtendedGlob':
      if (!part.parts) return builder.glob(part.text);
      builder.glob(`${part.operator}(`);
      for (const inner of part.parts) {
        if (inner.type === 'Literal') builder.glob(inner.text);
        else await addPart(shell, inner, builder, manner);
      }
      return builder.glob(')');
    case 'BraceExpansion': {
      // Braces that are no list, such as `{1..$n}`: what is in them is expanded all the same.
      const inner = parseWord(part.text.slice(1, -1));
      builder.literal('{');
      if (inner.parts) for (const one of inner.parts) await addPart(shell, one, builder, manner);
      else builder.literal(inner.value, inner.text);
      return builder.literal('}');
    }
    case 'ProcessSubstitution':
      return builder.literal(shell.language.connect(shell, part.script ?? EMPTY, part.operator));
    default:
      return addExpansion(shell, part, builder, quoted);
  }
}

const EMPTY: Script = { type: 'Script', pos: 0, end: 0, shebang: undefined, commands: [] };

async function addBracket(
  shell: Shell,
  parts: readonly WordPart[],
  builder: FieldBuilder,
  manner: Manner,
): Promise<void> {
  builder.glob('[');
  for (const part of parts) {
    if (part.type === 'Literal') builder.glob(part.text, part.text.replaceAll(/\\([^])/g, '$1'));
    else await addPart(shell, part, builder, manner);
  }
  builder.glob(']');
}

async function addQuoted(shell: Shell, parts: readonly WordPart[], builder: FieldBuilder): Promise<void> {
  let nothing = parts.length > 0;
  for (const part of parts) {
    if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion') {
      const made =
        part.type === 'SimpleExpansion'
          ? simpleParameter(shell, part.text, builder, true)
          : await parameter(shell, part, builder, true);
      if (made) nothing = false;
    } else {
      nothing = false;
      await addPart(shell, part, builder, { quoted: true });
    }
  }
  if (!nothing) builder.mark();
}

async function addExpansion(
  shell: Shell,
  part: Extract<
    WordPart,
    { type: 'SimpleExpansion' | 'ParameterExpansion' | 'CommandExpansion' | 'ArithmeticExpansion' }
  >,
  builder: FieldBuilder,
  quoted: boolean,
): Promise<void> {
  if (part.type === 'SimpleExpansion') {
    simpleParameter(shell, part.text, builder, quoted);
    return;
  }
  if (part.type === 'ParameterExpansion') {
    await parameter(shell, part, builder, quoted);
    return;
  }
  const value =
    part.type === 'CommandExpansion'
      ? await shell.language.substitute(shell, part.script ?? EMPTY)
      : String(
          await expandArithmetic(shell, part.text.startsWith('$[') ? part.text.slice(2, -1) : part.text.slice(3, -2)),
        );
  if (quoted) builder.literal(value);
  else builder.expansion(value);
}

/** Expands the body of a here document, or a text by the same rules. */
export async function expandHereText(shell: Shell, parts: readonly WordPart[]): Promise<string> {
  const builder = new FieldBuilder(undefined, false);
  builder.mark();
  for (const part of parts) await addPart(shell, part, builder, { quoted: true });
  return builder
    .finish()
    .map(({ text }) => text)
    .join(' ');
}

/** Word expansion for the other parts of the language. */
export const expander: Expander = {
  addOperand: (shell, word, builder, quoted) => addWord(shell, word, builder, quoted ? { quoted } : { operand: true }),
  text: expandToText,
  pattern: expandToPattern,
  replacement: expandToReplacement,
  hereText: expandHereText,
};
