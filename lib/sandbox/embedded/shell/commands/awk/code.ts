import type { AwkExpression, LValue } from './syntax';

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
  number(one: AwkExpression): string;
  text(one: AwkExpression): string;
  value(one: AwkExpression): string;
  regexp(one: AwkExpression): string;
  array(name: string): string;
  isArray(name: string): boolean;
  read(place: LValue): string;
  write(place: LValue, js: string): string;
  temporary(): string;
}
