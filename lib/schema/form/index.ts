export { withoutValue, withValue } from './edit';
export type { Choices, Control, Field, Form, UnionOption } from './field';
export { formOf } from './form';
export { fromLooseText, fromPlainText, isSentAsText, looseText, plainText } from './written';
export { FAULTS, type Fault } from './faults';
