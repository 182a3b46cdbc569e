import { ownValue } from '@/lib/protocol/own-value';
import type { Language } from '@/lib/protocol';

/** The texts of a form. */
export interface FormWords {
  matches(pattern: string): string;
  moreThan(bound: number): string;
  lessThan(bound: number): string;
  multipleOf(factor: number): string;
  /** Bounds of a number, or of a count of characters or items. */
  range(from: number | undefined, to: number | undefined, counted?: 'character' | 'item'): string;
  byDefault(value: string): string;
  /** Types of JSON Schema: `a list or null`. */
  types(types: readonly string[]): string;
  either(choices: readonly string[]): string;
  readonly oneOfAFew: string;
  readonly oneOfSeveral: string;
  readonly tooLong: string;
  readonly notJson: string;
  readonly tooDeep: string;
  wants(types: readonly string[]): string;
  unknownType(type: string): string;
  tooManyKinds(count: number): string;
  readonly noValue: string;
  readonly endless: string;
  readonly tooManyParts: string;
  unknownReference(reference: string): string;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
};

/** A bound as people read it: `100,000`. */
const figure = (bound: number): string => (Number.isSafeInteger(bound) ? bound.toLocaleString('en') : String(bound));

const EN: FormWords = {
  matches: (pattern) => `matches ${pattern}`,
  moreThan: (bound) => `more than ${figure(bound)}`,
  lessThan: (bound) => `less than ${figure(bound)}`,
  multipleOf: (factor) => `a multiple of ${factor}`,
  range(from, to, counted) {
    const of = (bound: number): string => (counted ? ` ${counted}${bound === 1 ? '' : 's'}` : '');
    if (from !== undefined && to !== undefined)
      return `${from === to ? '' : `${figure(from)} to `}${figure(to)}${of(to)}`;
    if (from !== undefined) return `at least ${figure(from)}${of(from)}`;
    return to === undefined ? '' : `at most ${figure(to)}${of(to)}`;
  },
  byDefault: (value) => `default ${value}`,
  types: (types) => types.map((type) => ownValue(TYPES, type) ?? type).join(' or ') || 'any value',
  either: (choices) => choices.join(' or '),
  oneOfAFew: 'one of a few',
  oneOfSeveral: 'one of several',
  tooLong: 'These arguments are too long for a form. They are sent as they stand in the JSON.',
  notJson: 'This is not JSON, so there is no form for it. It is sent exactly as it stands.',
  tooDeep: 'This schema is nested too deeply for a form. Write the arguments as JSON.',
  wants: (types) => `The schema wants ${EN.types(types)} here.`,
  unknownType: (type) => `The schema names a type that JSON does not have: ${type}.`,
  tooManyKinds: (count) => `The schema names ${count} kinds of value here, too many for a form.`,
  noValue: 'The schema allows no value here.',
  endless: 'The schema refers to itself without end.',
  tooManyParts: 'The schema is put together of too many parts.',
  unknownReference: (reference) => `The schema refers to ${reference}, which is not in it.`,
};

const TYPES_ZH: Readonly<Record<string, string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: 'true 或 false',
  array: '列表',
  object: '对象',
};
const COUNTED_ZH = { character: ' 个字符', item: ' 个元素' };

const ZH: FormWords = {
  matches: (pattern) => `匹配 ${pattern}`,
  moreThan: (bound) => `大于 ${figure(bound)}`,
  lessThan: (bound) => `小于 ${figure(bound)}`,
  multipleOf: (factor) => `${factor} 的倍数`,
  range(from, to, counted) {
    const of = counted ? COUNTED_ZH[counted] : '';
    if (from !== undefined && to !== undefined) return `${from === to ? '' : `${figure(from)} 到 `}${figure(to)}${of}`;
    if (from !== undefined) return `至少 ${figure(from)}${of}`;
    return to === undefined ? '' : `至多 ${figure(to)}${of}`;
  },
  byDefault: (value) => `默认 ${value}`,
  types: (types) => types.map((type) => ownValue(TYPES_ZH, type) ?? type).join('或') || '任意值',
  either: (choices) => choices.join(' 或 '),
  oneOfAFew: '若干值之一',
  oneOfSeveral: '多种形式之一',
  tooLong: '参数过长，不提供表单，按 JSON 中的原文发送。',
  notJson: '这不是 JSON，因此没有表单，按原文发送。',
  tooDeep: '此 schema 嵌套过深，不提供表单，请以 JSON 编写参数。',
  wants: (types) => `schema 要求此处为${ZH.types(types)}。`,
  unknownType: (type) => `schema 指定了 JSON 没有的类型：${type}。`,
  tooManyKinds: (count) => `schema 在此列出了 ${count} 种值，超出表单的能力。`,
  noValue: 'schema 不允许此处有值。',
  endless: 'schema 无止境地引用自身。',
  tooManyParts: 'schema 由过多部分组成。',
  unknownReference: (reference) => `schema 引用了 ${reference}，但其中没有它。`,
};

export const FORM_WORDS: Readonly<Record<Language, FormWords>> = { en: EN, zh: ZH };
