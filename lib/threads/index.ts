export * from './event-log';
export { jsonPieces } from './event-pieces';
export { openMemoryLog, type MemoryLogOptions } from './memory';
export { inTurn, nextTurn, othersTurn } from './taking-turns';
