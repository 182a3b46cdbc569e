import { describeEventLog } from './event-log.contract';
import { openMemoryLog } from './memory';

describeEventLog('memory', async () => {
  let now = 1_000_000;
  const log = openMemoryLog({ now: () => now });
  return { one: log, two: log, advance: (ms) => (now += ms), dispose: () => log.close() };
});
