import { once } from 'node:events';
import { openSqliteLog } from '..';

// Opens files one after the other, each when a line arrives on stdin: node <this> <file>…
process.stdin.setEncoding('utf8');
for (const file of process.argv.slice(2)) {
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  const log = openSqliteLog(file);
  await log.create(`t-${process.pid}`, 'me');
  log.close();
}
process.stdin.destroy();
