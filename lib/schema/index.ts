export type { Draft, SchemaLibrary } from './engine';
export { explain } from './explain';
export { isZod, type JsonSchema } from './json-schema';
export { locate, type TextRange } from './locate';
export { nearest } from './nearest';
export { parsePartialJson, type PartialJson } from './partial-json';
export { formatPath, parsePath, type Segment } from './path';
export { toJsonSchema } from './to-json-schema';
export { validate, type ValidateOptions, type Validation } from './validate';
