export * from './event-log';
export { openMemoryLog, type MemoryLogOptions } from './memory';
export { inTurn, nextTurn, othersTurn } from './taking-turns';
