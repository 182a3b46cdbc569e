export { departureOf, recordedCalls, type Departure, type Side } from './departure';
export { firstDeparture, type AgentThread, type RunDeparture } from './first-departure';
export { nextSaid } from './next-said';
export { readCassette } from './read';
export { recordCassette, type AgentLog, type RecordOptions } from './record';
export { REDACTED } from './redact';
export { tapeOf } from './tape-of';
