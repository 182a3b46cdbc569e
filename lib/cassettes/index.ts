export { departureOf, recordedCalls, type Departure, type Side } from './departure';
export { nextSaid } from './next-said';
export { readCassette } from './read';
export { recordCassette, type RecordOptions } from './record';
export { REDACTED } from './redact';
