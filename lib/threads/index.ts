export * from './event-log';
export { jsonPieces } from './event-pieces';
export { openMemoryLog, type MemoryLogOptions } from './memory';
export { inTurn, othersTurn } from './taking-turns';
