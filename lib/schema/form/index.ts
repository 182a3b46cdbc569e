export { withoutValue, withValue } from './edit';
export type { Choices, Control, FormField, SchemaForm, UnionOption } from './field';
export { formOf } from './form';
export { fromLooseText, fromPlainText, isSentAsText, looseText, plainText } from './written';
export { ARGUMENT_MISTAKES, type ArgumentMistake } from './mistakes';
