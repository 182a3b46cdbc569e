import { NpmError } from './npm-error';

/** One condition of a selector, such as `#name`, `.dev`, `[license=MIT]` or `:not(…)`. */
export interface Condition {
  readonly kind: 'any' | 'id' | 'class' | 'attribute' | 'pseudo';
  readonly name: string;
  /** What an attribute is compared with, and how. */
  readonly operator?: string | undefined;
  readonly value?: string | undefined;
  readonly ignoresCase?: boolean;
  /** What stands between the parentheses of a pseudo selector. */
  readonly inside?: string | undefined;
}

/** Conditions that one package has to meet, and how it is related to what was selected before. */
export interface SelectorStep {
  readonly combinator: ' ' | '>' | '~' | undefined;
  readonly conditions: Condition[];
}

const CONDITION =
  /^(?:\*|#((?:\\.|[\w@/-]|\.(?=\w))+)|\.([\w-]+)|:([\w-]+)|\[\s*([\w@/.-]+)\s*(?:([~*|^$]?=)\s*("[^"]*"|'[^']*'|[^\]\s]*)\s*(i?)\s*)?\])/;

/** The parts of a list of selectors, each a chain of steps. Throws `NpmError` for what is none. */
export function selectorsOf(text: string): SelectorStep[][] {
  return splitAtCommas(text).map((selector) => {
    const steps: SelectorStep[] = [];
    let left = selector.trim();
    while (left !== '') {
      const [before = '', sign] = /^\s*([>~]?)\s*/.exec(left) ?? [];
      left = left.slice(before.length);
      const conditions: Condition[] = [];
      for (let one = conditionAt(left); one; one = conditionAt(left)) {
        conditions.push(one.condition);
        left = left.slice(one.length);
      }
      if (conditions.length === 0)
        throw new NpmError(`\`${left}\` is not a supported selector.`, { code: 'EQUERYNOSELECTOR' });
      steps.push({ combinator: sign === '>' || sign === '~' ? sign : steps.length > 0 ? ' ' : undefined, conditions });
    }
    return steps;
  });
}

function conditionAt(text: string): { condition: Condition; length: number } | undefined {
  const [all = '', id, type, pseudo, attribute, operator, value = '', flag] = CONDITION.exec(text) ?? [];
  if (all === '') return undefined;
  const { length } = all;
  if (id !== undefined) return { condition: { kind: 'id', name: id.replaceAll('\\', '') }, length };
  if (type !== undefined) return { condition: { kind: 'class', name: type }, length };
  if (attribute !== undefined) {
    const wanted = value.replace(/^(["'])(.*)\1$/, '$2');
    return {
      condition: { kind: 'attribute', name: attribute, operator, value: wanted, ignoresCase: flag === 'i' },
      length,
    };
  }
  if (pseudo === undefined) return { condition: { kind: 'any', name: '*' }, length };
  const inside = text[length] === '(' ? insideOf(text.slice(length)) : undefined;
  const whole = length + (inside === undefined ? 0 : inside.length + 2);
  return { condition: { kind: 'pseudo', name: pseudo, inside: inside?.trim() }, length: whole };
}

/** What stands between the parentheses that a text begins with. */
function insideOf(text: string): string {
  let depth = 0;
  for (const [at, char] of text.split('').entries()) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth === 0) return text.slice(1, at);
  }
  throw new NpmError('Expected a closing parenthesis.');
}

function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (/[([]/.test(char)) depth += 1;
    if (/[)\]]/.test(char)) depth -= 1;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}
