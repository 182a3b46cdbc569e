export * from './event-log';
export { openMemoryLog, type MemoryLogOptions } from './memory';
export { inSlice, yieldToOthers } from './time-slices';
