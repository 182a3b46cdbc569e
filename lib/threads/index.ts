export * from './event-log';
export { takingTurns } from './taking-turns';
export { openSqliteLog, type SqliteOptions } from './sqlite';
