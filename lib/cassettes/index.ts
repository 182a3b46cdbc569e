export { divergenceOf, recordedCalls, type Divergence, type ReplaySide } from './divergence';
export { firstDivergence, type AgentThread, type RunDivergence } from './first-divergence';
export { nextSaid, recordingOf } from './next-said';
export { recordCassette, type AgentLog, type RecordOptions, readCassette } from './record';
export { REDACTED } from './redact';
