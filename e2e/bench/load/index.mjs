import { conversationRows } from './conversations.mjs';
import { longThreadRows } from './long-thread.mjs';
import { manyThreadRows } from './many-threads.mjs';
import { memoryRows } from './memory.mjs';
import { streamRows } from './streams.mjs';

/** @type {Record<string, (quick: boolean) => Promise<string[][]>>} */
const PARTS = {
  streams: (quick) => streamRows(quick ? { streams: 200, seconds: 5 } : { streams: 1_000, seconds: 20 }),
  conversations: (quick) => conversationRows({ conversations: quick ? 200 : 1_000 }),
  'long-thread': (quick) => longThreadRows({ events: quick ? 3_000 : 20_000 }),
  memory: (quick) => memoryRows({ runs: quick ? 2_000 : 32_000 }),
  'many-threads': (quick) => manyThreadRows({ threads: quick ? 10_000 : 100_000 }),
};

/**
 * What many concurrent people, long threads and full folders cost. Rows for the table.
 *
 * @param {string[]} args names of parts, all if none is given; `quick` for a tenth of the load
 */
export async function loadRows(args) {
  const wanted = args.filter((arg) => arg !== 'quick');
  const unknown = wanted.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${Object.keys(PARTS).join(', ')}, quick.`);
  const rows = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await part(args.includes('quick'))));
  }
  return rows;
}
