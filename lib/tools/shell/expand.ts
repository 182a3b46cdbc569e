import type { HereDoc, ParameterExpansionPart, ParsedScript, SyntaxNode, Word, WordPart } from 'unbash';
import { append, combine, FIELD_BREAK, unite, UNKNOWN, type Alternatives } from './alternatives';
import { writeFile } from './files';
import type { ShellModel } from './shell-model';
import { bracedWords } from './syntax';

/** Runs the substitutions in words that are expanded. */
export interface Substitution {
  /** Runs the body of a substitution and returns what it may print. */
  substitute(body: ParsedScript, model: ShellModel): Alternatives;
  /** Runs every substitution inside an expression whose value does not matter. */
  runInside(node: SyntaxNode, model: ShellModel): void;
}

interface Scope {
  readonly model: ShellModel;
  readonly shell: Substitution;
  readonly quoted: boolean;
  /** Finds the tildes that stand for a folder: what is before one, and the name after it. */
  readonly tildes?: RegExp | undefined;
}

const FIRST_TILDE = /^()~([^/]*)/;
const TILDES_OF_LIST = /(^|:)~([^/:]*)/g;

/** The argument lists that words may expand to. Empty arguments are omitted: they hide nothing. */
export function modelWords(words: readonly Word[], model: ShellModel, shell: Substitution): readonly string[][] {
  const scope = { model, shell, quoted: false, tildes: FIRST_TILDE };
  const choices = words.flatMap((word) => bracedWords(word).map((one) => expandWord(one, scope)));
  return combine(choices).map((fields) => fields.flatMap((field) => field.split(FIELD_BREAK)).filter(Boolean));
}

/** The texts that a word may expand to if it is not split, as in a redirection. */
export const modelText = (word: Word, model: ShellModel, shell: Substitution): Alternatives =>
  expandWord(word, { model, shell, quoted: true, tildes: FIRST_TILDE });

/** The values that a variable may get from a word. */
export const modelAssigned = (word: Word, model: ShellModel, shell: Substitution): Alternatives =>
  expandWord(word, { model, shell, quoted: true, tildes: TILDES_OF_LIST });

/** The texts that a here-document may hold. */
export function modelHereText(
  { operator, delimiter, body }: HereDoc,
  model: ShellModel,
  shell: Substitution,
): Alternatives {
  const { parts, text: plain } = body;
  const texts = delimiter?.quoted
    ? [plain]
    : parts
      ? expandParts(parts, { model, shell, quoted: true })
      : [plain.replace(/\\([\\$`])/g, '$1').replaceAll('\\\n', '')];
  return operator === '<<-' ? texts.map((text) => text.replace(/^\t+/gm, '')) : texts;
}

function expandWord(word: Word, scope: Scope): Alternatives {
  const parts = word.parts ?? [literal(word)];
  const [first, ...rest] = parts;
  if (first?.type !== 'Literal') return expandParts(parts, scope);
  const later = scope.tildes?.global ? scope : { ...scope, tildes: undefined };
  return append(expandPart(first, scope), expandParts(rest, later));
}

const literal = ({ pos, end, text, value }: Word): WordPart => ({ type: 'Literal', pos, end, text, value });

const expandParts = (parts: readonly WordPart[], scope: Scope): Alternatives =>
  parts.reduce<Alternatives>((texts, part) => append(texts, expandPart(part, scope)), ['']);

function expandPart(part: WordPart, scope: Scope): Alternatives {
  switch (part.type) {
    case 'Literal':
      return part.text.startsWith('\\') ? [part.value] : expandTildes(part.value, scope);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value];
    case 'DoubleQuoted':
    case 'LocaleString':
      return expandParts(part.parts, { ...scope, quoted: true, tildes: undefined });
    case 'Glob':
      scope.shell.runInside(part, scope.model);
      return [part.text];
    case 'ExtendedGlob':
      scope.shell.runInside(part, scope.model);
      return ['*'];
    case 'SimpleExpansion':
      return split(lookUp(part.text.slice(1), scope), scope);
    case 'ParameterExpansion':
      return split(parameter(part, scope), scope);
    case 'CommandExpansion':
      return split(printedBy(part.script, scope), scope);
    case 'ProcessSubstitution': {
      const path = `/dev/fd/${scope.model.files.size + FIRST_FD}`;
      writeFile(scope.model, path, printedBy(part.script, scope));
      return [path];
    }
    case 'ArithmeticExpansion':
      scope.shell.runInside(part, scope.model);
      return [UNKNOWN];
    case 'BraceExpansion':
      // Only where braces are not expanded, as in the value of a variable.
      scope.shell.runInside(part, scope.model);
      return [part.text];
  }
}

/** The first file descriptor for process substitutions. */
const FIRST_FD = 10;

const printedBy = (script: ParsedScript | undefined, { shell, model }: Scope): Alternatives =>
  script ? shell.substitute(script, model).map((output) => output.replace(/\n+$/, '')) : [''];

/** Replaces `~`, `~+` and `~user` by their folders. */
function expandTildes(text: string, scope: Scope): Alternatives {
  const { tildes } = scope;
  if (!tildes || !text.includes('~')) return [text];
  return lookUp('HOME', scope).map((home) =>
    text.replace(tildes, (_whole, before: string, user: string) => before + folderOf(user, home, scope.model)),
  );
}

function folderOf(user: string, home: string, { cwd: [cwd = UNKNOWN] }: ShellModel): string {
  if (user === '') return home;
  if (user === '+') return cwd;
  if (user === '-') return UNKNOWN;
  return user === 'root' ? '/root' : `/home/${user}`;
}

/** Splits an expansion at white space, unless it is quoted. */
const split = (texts: Alternatives, { quoted }: Scope): Alternatives =>
  quoted ? texts : texts.map((text) => text.replace(/\s+/g, FIELD_BREAK));

function parameter({ parameter: name, prefix, index, operation }: ParameterExpansionPart, scope: Scope): Alternatives {
  const { model, shell } = scope;
  if (index) shell.runInside(index, model);
  const listed = index?.text === '@' || index?.text === '*';
  if (prefix === '#' || (prefix === '!' && (listed || operation?.type === 'Names'))) return [UNKNOWN];
  const written = index ? `${name}[${index.text}]` : name;
  const own = lookUp(written, scope);
  const values = prefix === '!' ? own.flatMap((target) => lookUp(target, scope)) : own;
  if (!operation) return values;
  if (operation.type === 'Default') return withDefault(written, values, operation, scope);
  shell.runInside(operation, model);
  if (operation.type !== 'Slice') return [UNKNOWN];
  const offset = operation.offset.value.trim();
  const length = operation.length?.value.trim() ?? '';
  if (!/^-?\d+$/.test(offset) || !/^(-?\d+)?$/.test(length)) return [UNKNOWN];
  const range = { offset: Number(offset), length: length === '' ? undefined : Number(length) };
  if (name === '@' || name === '*') return [joined(name, cut(['', ...model.positional], range), scope)];
  if (listed) return values.map((text) => cut(text.split(FIELD_BREAK), range).join(FIELD_BREAK));
  return values.map((text) => (text === UNKNOWN ? text : cut(text, range)));
}

function withDefault(
  written: string,
  values: Alternatives,
  { operator, operand }: Extract<NonNullable<ParameterExpansionPart['operation']>, { type: 'Default' }>,
  scope: Scope,
): Alternatives {
  const set = values.filter(Boolean);
  const instead = expandWord(operand, { ...scope, tildes: scope.quoted ? undefined : FIRST_TILDE });
  if (operator.endsWith('?')) return set.length > 0 ? set : [UNKNOWN];
  if (operator.endsWith('+')) return unite([''], instead);
  const chosen = values.includes('') ? unite(set, instead) : values;
  if (operator.endsWith('=')) scope.model.variables.set(written, chosen);
  return chosen;
}

interface Range {
  readonly offset: number;
  readonly length: number | undefined;
}

/** A part of a text or a list. A negative offset or length counts from the end. */
function cut<T extends string | readonly string[]>(all: T, range: Range): T;
function cut(all: string | readonly string[], { offset, length }: Range): string | readonly string[] {
  const from = offset < 0 ? Math.max(all.length + offset, 0) : offset;
  return all.slice(from, length === undefined || length < 0 ? length : from + length);
}

/** The most items of an array of which any may be meant. */
const MOST_ITEMS = 32;
const ELEMENT = /^(\w+)\[(.+)\]$/;

function lookUp(name: string, scope: Scope): Alternatives {
  const { positional, variables, arrays } = scope.model;
  if (name === '@' || name === '*') return [joined(name, positional, scope)];
  if (/^[1-9]\d*$/.test(name)) return [positional[Number(name) - 1] ?? ''];
  if (/^[#?$!_-]$/.test(name)) return [UNKNOWN];
  const [, array, index = ''] = ELEMENT.exec(name) ?? [];
  const items = arrays.get(array ?? name);
  if (array === undefined || !items) return variables.get(name) ?? (items ? [items[0] ?? ''] : ['']);
  if (index === '@' || index === '*') return [items.join(FIELD_BREAK)];
  const set = variables.get(name) ?? [];
  if (/^\d+$/.test(index)) return unite(set, [items[Number(index)] ?? '']);
  return items.length > MOST_ITEMS ? [UNKNOWN] : unite(set, items);
}

/** `$@` or `$*`. */
const joined = (name: '@' | '*', items: readonly string[], { quoted }: Scope): string =>
  items.join(name === '@' || !quoted ? FIELD_BREAK : ' ');
