import type { ScriptNode, WordNode } from 'just-bash';
import { append, combine, FIELD_BREAK, TooComplexError, unite, UNKNOWN, type Alternatives } from './alternatives';
import { writeFile } from './files';
import type { ShellModel } from './shell-model';
import type { Operation, Part } from './syntax';

/** Runs the substitutions in words that are expanded. */
export interface Substitution {
  /** Runs the body of a substitution and returns what it may print. */
  substitute(body: ScriptNode, model: ShellModel): Alternatives;
  /** Runs every substitution inside an expression whose value does not matter. */
  runInside(node: unknown, model: ShellModel): void;
}

interface Scope {
  readonly model: ShellModel;
  readonly shell: Substitution;
  readonly quoted: boolean;
}

/** The argument lists that words may expand to. Empty arguments are omitted: they hide nothing. */
export function modelWords(words: readonly WordNode[], model: ShellModel, shell: Substitution): readonly string[][] {
  const scope = { model, shell, quoted: false };
  const choices = words.flatMap((word) => unbrace(word.parts).map((parts) => expandParts(parts, scope)));
  return combine(choices).map((fields) => fields.flatMap((field) => field.split(FIELD_BREAK)).filter(Boolean));
}

/** The texts a word may expand to if it is not split, as in an assignment or a redirection. */
export const modelText = (word: WordNode, model: ShellModel, shell: Substitution): Alternatives =>
  expandParts(word.parts, { model, shell, quoted: true });

const expandParts = (parts: readonly Part[], scope: Scope): Alternatives =>
  parts.reduce<Alternatives>((texts, part) => append(texts, expandPart(part, scope)), ['']);

function expandPart(part: Part, scope: Scope): Alternatives {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
      return [part.value];
    case 'DoubleQuoted':
      return expandParts(part.parts, { ...scope, quoted: true });
    case 'Glob':
      return [part.pattern];
    case 'TildeExpansion':
      return part.user === null ? lookUp('HOME', scope) : [`/home/${part.user}`];
    case 'ParameterExpansion':
      return split(parameter(part.parameter, part.operation, scope), scope);
    case 'CommandSubstitution':
      return split(
        scope.shell.substitute(part.body, scope.model).map((output) => output.replace(/\n+$/, '')),
        scope,
      );
    case 'ProcessSubstitution': {
      const path = `/dev/fd/${scope.model.files.size + FIRST_FD}`;
      writeFile(scope.model, path, scope.shell.substitute(part.body, scope.model));
      return [path];
    }
    case 'ArithmeticExpansion':
    case 'BraceExpansion':
      scope.shell.runInside(part, scope.model);
      return [UNKNOWN];
  }
}

/** The first file descriptor for process substitutions. */
const FIRST_FD = 10;

/** Splits an expansion at white space, unless it is quoted. */
const split = (texts: Alternatives, { quoted }: Scope): Alternatives =>
  quoted ? texts : texts.map((text) => text.replace(/\s+/g, FIELD_BREAK));

function parameter(name: string, operation: Operation | null, scope: Scope): Alternatives {
  const values = lookUp(name, scope);
  const wordOf = (word: WordNode | null): Alternatives => (word ? expandParts(word.parts, scope) : ['']);
  switch (operation?.type) {
    case undefined:
      return values;
    case 'DefaultValue':
      return values.includes('') ? unite(values.filter(Boolean), wordOf(operation.word)) : values;
    case 'AssignDefault': {
      const assigned = values.includes('') ? unite(values.filter(Boolean), wordOf(operation.word)) : values;
      scope.model.variables.set(name, assigned);
      return assigned;
    }
    case 'ErrorIfUnset': {
      const set = values.filter(Boolean);
      return set.length > 0 ? set : [UNKNOWN];
    }
    case 'UseAlternative':
      return unite([''], wordOf(operation.word));
    case 'Substring': {
      const [from, length] = [operation.offset.expression, operation.length?.expression];
      if (from.type !== 'ArithNumber' || (length && length.type !== 'ArithNumber')) return [UNKNOWN];
      return values.map((value) =>
        value === UNKNOWN ? value : value.slice(from.value, length && from.value + length.value),
      );
    }
    case 'Indirection':
      return values.flatMap((target) => lookUp(target, scope));
    default:
      scope.shell.runInside(operation, scope.model);
      return [UNKNOWN];
  }
}

const ELEMENT = /^(\w+)\[(.+)\]$/;

function lookUp(name: string, { model, quoted }: Scope): Alternatives {
  if (name === '@' || name === '*') return [model.positional.join(name === '@' || !quoted ? FIELD_BREAK : ' ')];
  if (/^[1-9]\d*$/.test(name)) return [model.positional[Number(name) - 1] ?? ''];
  if (/^[#?$!_-]$/.test(name)) return [UNKNOWN];
  const [, array, index = ''] = ELEMENT.exec(name) ?? [];
  const items = model.arrays.get(array ?? name);
  if (array !== undefined && items) {
    if (index === '@' || index === '*') return [items.join(FIELD_BREAK)];
    return /^\d+$/.test(index) ? [items[Number(index)] ?? ''] : [UNKNOWN];
  }
  return model.variables.get(name) ?? (items ? [items[0] ?? ''] : ['']);
}

/** Expands braces, which turn one word into several. */
function unbrace(parts: readonly Part[]): readonly (readonly Part[])[] {
  const at = parts.findIndex((part) => part.type === 'BraceExpansion');
  const brace = parts[at];
  if (brace?.type !== 'BraceExpansion') return [parts];
  const items = brace.items.map((item): readonly Part[] =>
    item.type === 'Word' ? item.word.parts : [{ type: 'SingleQuoted', value: UNKNOWN }],
  );
  const words = items.flatMap((item) => unbrace([...parts.slice(0, at), ...item, ...parts.slice(at + 1)]));
  if (words.length > 256) throw new TooComplexError();
  return words;
}
