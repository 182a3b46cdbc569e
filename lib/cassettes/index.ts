export { divergenceOf, recordedCalls, type Divergence, type ReplaySide } from './divergence';
export { firstDivergence, type AgentThread, type RunDivergence } from './first-divergence';
export { nextSaid } from './next-said';
export { readCassette } from './read';
export { recordCassette, type AgentLog, type RecordOptions } from './record';
export { REDACTED } from './redact';
export { recordingOf } from './recording-of';
