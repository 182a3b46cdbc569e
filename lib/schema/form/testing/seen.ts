import { parseAnyJson } from '@/lib/protocol';
import type { Control, FormField } from '../field';
import { fromLooseText, fromPlainText, looseText, plainText } from '../written';

const parsed = (raw: string): unknown => {
  const read = parseAnyJson(raw);
  if (!read.ok) throw new Error(`This is not JSON: ${raw}`);
  return read.value;
};

/** The value a person sees in a form, assembled from its fields alone. */
export function seenIn(field: FormField, control: Control = field.control): unknown {
  const { raw } = field;
  if (raw === undefined) return undefined;
  switch (control.kind) {
    case 'union':
      return seenIn(field, control.inner);
    case 'array':
      return control.items.map((item) => seenIn(item));
    case 'object': {
      const seen = control.fields.filter((part) => part.raw !== undefined);
      return Object.fromEntries(seen.map((part) => [String(part.path.at(-1)), seenIn(part)]));
    }
    default:
      return parsed(raw);
  }
}

/** A field with a single control: the text it shows, and the JSON that text stands for. */
export interface Leaf {
  readonly field: FormField;
  readonly control: Control;
  /** The text in the control. */
  readonly shown: string;
  /** The JSON for what a person types. */
  readonly take: (written: string) => string;
}

export function leavesOf(field: FormField, control: Control = field.control): Leaf[] {
  switch (control.kind) {
    case 'union':
      return leavesOf(field, control.inner);
    case 'array':
      return control.items.flatMap((item) => leavesOf(item));
    case 'object':
      return control.fields.flatMap((part) => leavesOf(part));
    default: {
      if (field.raw === undefined) return [];
      const text = control.kind === 'text' ? plainText(field.raw) : undefined;
      return text === undefined
        ? [{ field, control, shown: looseText(field.raw), take: fromLooseText }]
        : [{ field, control, shown: text, take: fromPlainText }];
    }
  }
}
