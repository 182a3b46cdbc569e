export * from './event-log';
export { openMemoryLog, type MemoryLogOptions } from './memory';
export { inTurn, jsonPieces, othersTurn } from './taking-turns';
