import { EventType } from '@ag-ui/core';
import { StorageError } from '../../event-log';
import { beginRun } from '../../begin-run.fixture';
import { openSqliteLog } from '..';

// Appends to a log until it takes no more, says why, and deletes the thread: node <this> <file>
const log = openSqliteLog(process.argv[2] ?? '');
const lease = await beginRun(log, 't');
try {
  for (;;) await log.append(lease, [{ type: EventType.CUSTOM, name: 'n', value: { text: 'x'.repeat(50_000) } }]);
} catch (error) {
  const { code, message } = error instanceof StorageError ? error : { code: 'NONE', message: String(error) };
  process.stdout.write(JSON.stringify({ code, message, removed: await log.remove('t', 'me') }));
}
log.close();
