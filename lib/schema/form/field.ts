import type { Segment } from '../path';

/** One place in the arguments, and with what it is written. */
export interface FormField {
  readonly path: readonly Segment[];
  /** The field's name, or the number of an item from 1. */
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  /** What stands there, to the letter; undefined where the field is left out. */
  readonly raw: string | undefined;
  /** A value to begin with, as JSON. */
  readonly start: string;
  /** The schema does not name this field: it allows others, or it refuses them. */
  readonly extra?: 'allowed' | 'refused';
  /** It was left out of a list, or can be taken away. */
  readonly removable: boolean;
  /** Bounds, format, default: in a few words. */
  readonly hint: string;
  readonly control: Control;
}

/** What a field is written with. */
export type Control =
  | {
      readonly kind: 'object';
      readonly fields: readonly FormField[];
      /** Whether the schema allows fields that it does not name. */ readonly open: boolean;
    }
  | {
      readonly kind: 'array';
      readonly items: readonly FormField[];
      /** One more item, as JSON; undefined where there is no room for it. */ readonly next?: string;
    }
  | { readonly kind: 'text'; readonly long: boolean }
  | { readonly kind: 'number' }
  /** One of a few values, each as JSON; `chosen` is -1 where none of them stands there. */
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly chosen: number }
  | {
      readonly kind: 'union';
      readonly options: readonly UnionOption[];
      readonly chosen: number;
      readonly inner: Control;
    }
  /** Written as JSON; why, where the schema has more to say. */
  | { readonly kind: 'json'; readonly why?: string };

export interface UnionOption {
  readonly title: string;
  /** A value of this kind to begin with, as JSON. */
  readonly start: string;
}

/** The kinds a person chose for values that fit several, by the place's path (`formatPath`). */
export type Choices = Readonly<Record<string, number>>;

export type SchemaForm = { readonly ok: true; readonly root: FormField } | { readonly ok: false; readonly why: string };
