import escapeStringRegexp from 'escape-string-regexp';
import { z } from 'zod';
import { parseJson } from '@/lib/protocol';
import { isTextToFind, type IntendedCall, type WrittenCall } from './slips';

const FieldsSchema = z.record(z.string(), z.unknown());
/** The structure of Zod's issues when printed as JSON. */
const IssuesSchema = z.array(
  z.looseObject({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).default([]) }),
);

/** Patterns, in English and Chinese, that say a field must go, a field is missing, or which type is expected. */
const UNKNOWN =
  /unknown|unrecogni[sz]ed|unexpected (key|field|propert|argument)|not allowed|remove|no such field|未知|删除/i;
const MISSING = /required|missing|\badd\b|undefined|received nothing|must (have|be present)|补上|缺少|必填|空缺/i;
const TYPE =
  /\b(expected|must be|send|should be|as)\b.{0,60}?\b(string|text|number|integer|boolean|array|list|object)\b|字符串|数字|整数|布尔值|数组|对象/i;
const CUT = /json|unterminated|incomplete|cut off|unexpected end/i;
/** Says that a text occurs in more than one place, or that more of it is needed. */
const MANY =
  /\b(unique|ambiguous|more (context|lines|of)|surrounding|times|places|occurrences)\b|唯一|多处|多个|上下文|\d+ 处/i;
const MEANT = /(?:did you mean|是否想写)[^`'"A-Za-z_$-]*[`'"]?([\w$-]+)/i;

const nameIn = (text: string, name: string): boolean =>
  new RegExp(`(^|[^\\w-])${escapeStringRegexp(name)}($|[^\\w-])`).test(text);

/**
 * The call that a careless model makes after a failure, based only on what it was told. It knows the values it wants, so a
 * field that the text names gets its value; a fault that the text does not name stays.
 */
export function fixCall(sent: WrittenCall, intended: IntendedCall, text: string): WrittenCall {
  const name =
    sent.name !== intended.name && nameIn(text.replaceAll(sent.name, ''), intended.name) ? intended.name : sent.name;
  const parsed = parseJson(FieldsSchema, sent.args);
  if (!parsed.ok) return { name, args: CUT.test(text) ? JSON.stringify(intended.input) : sent.args };
  let fields = parsed.value;
  for (const sentence of sentencesOf(text)) fields = fixed(fields, intended.input, sentence);
  for (const [field, wanted] of Object.entries(intended.input)) {
    if (isTextToFind(field) && isShown(text, fields[field], wanted)) fields = { ...fields, [field]: wanted };
  }
  return { name, args: JSON.stringify(fields) };
}

/** Whether the answer shows the wanted text, or says that the text sent is in too many places and the wanted one is longer. */
function isShown(text: string, sent: unknown, wanted: unknown): boolean {
  if (typeof sent !== 'string' || typeof wanted !== 'string' || sent === wanted) return false;
  if (wanted.includes(sent) && MANY.test(text)) return true;
  return wanted.split('\n').every((line) => text.includes(line.trim()));
}

/** Parts of the text that each describe one fault. */
function sentencesOf(text: string): string[] {
  const start = text.indexOf('[');
  const issues = start < 0 ? undefined : parseJson(IssuesSchema, text.slice(start, text.lastIndexOf(']') + 1));
  if (issues?.ok) return issues.value.map(({ message, path }) => `${path.join('.')}: ${message}`);
  return text.split(/\n|; |, (?=data)/);
}

type Fields = Readonly<Record<string, unknown>>;

function fixed(fields: Fields, wanted: Fields, sentence: string): Fields {
  const next = new Map(Object.entries(fields));
  const meant = MEANT.exec(sentence)?.[1];
  for (const field of Object.keys(fields)) {
    if (field in wanted || !UNKNOWN.test(sentence) || !nameIn(sentence, field)) continue;
    next.delete(field);
    if (meant !== undefined && meant in wanted) next.set(meant, wanted[meant]);
  }
  for (const [field, value] of Object.entries(wanted)) {
    if (!nameIn(sentence, field)) continue;
    const absent = !next.has(field) && MISSING.test(sentence);
    if (absent || (next.has(field) && TYPE.test(sentence))) next.set(field, value);
  }
  return Object.fromEntries(next);
}
