import type { Segment } from '../path';

/** One place in the arguments, and the control that edits it. */
export interface FormField {
  readonly path: readonly Segment[];
  /** The field's name, or an item's number, from 1. */
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  /** The verbatim text of the value; undefined if the field is absent. */
  readonly raw: string | undefined;
  /** An initial value, as JSON. */
  readonly start: string;
  /** Set if the schema does not name this field: whether it allows or refuses it. */
  readonly extra?: 'allowed' | 'refused';
  /** Whether the field or item can be removed. */
  readonly removable: boolean;
  /** A short summary of bounds, format and default. */
  readonly hint: string;
  readonly control: Control;
}

/** The control for a field. */
export type Control =
  | {
      readonly kind: 'object';
      readonly fields: readonly FormField[];
      /** Whether the schema allows fields that it does not name. */ readonly open: boolean;
    }
  | {
      readonly kind: 'array';
      readonly items: readonly FormField[];
      /** The next item to add, as JSON; undefined if the list is full. */ readonly next?: string;
    }
  | { readonly kind: 'text'; readonly long: boolean }
  | { readonly kind: 'number' }
  /** One of a few values, each as JSON; `chosen` is -1 if the current value is none of them. */
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly chosen: number }
  | {
      readonly kind: 'union';
      readonly options: readonly UnionOption[];
      readonly chosen: number;
      readonly inner: Control;
    }
  /** Edited as JSON. `why` says what the form cannot show, if anything. */
  | { readonly kind: 'json'; readonly why?: string };

export interface UnionOption {
  readonly title: string;
  /** An initial value of this kind, as JSON. */
  readonly start: string;
}

/** The kinds a person chose for values that match several, by path (`formatPath`). */
export type Choices = Readonly<Record<string, number>>;

export type SchemaForm = { readonly ok: true; readonly root: FormField } | { readonly ok: false; readonly why: string };
