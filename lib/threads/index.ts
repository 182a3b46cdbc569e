export * from './event-log';
export { openSqliteLog, type SqliteOptions } from './sqlite';
