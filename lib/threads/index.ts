export * from './event-log';
export { openMemoryLog, type MemoryLogOptions } from './memory';
export { inTurn, othersTurn } from './taking-turns';
