import type { Expression, Place } from './syntax';

/** JavaScript for an expression, and the type of its value. */
export interface Code {
  js: string;
  gives: 'number' | 'text' | 'value';
}

export const number = (js: string): Code => ({ js, gives: 'number' });
export const text = (js: string): Code => ({ js, gives: 'text' });
export const value = (js: string): Code => ({ js, gives: 'value' });

/** Emits subexpressions as JavaScript of a given type. */
export interface Emitter {
  number(one: Expression): string;
  text(one: Expression): string;
  value(one: Expression): string;
  regexp(one: Expression): string;
  array(name: string): string;
  isArray(name: string): boolean;
  read(place: Place): string;
  write(place: Place, js: string): string;
  temporary(): string;
}
