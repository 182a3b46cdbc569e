import { decode } from '../../../../bytes-text';
import { ownValue } from '@/lib/protocol/own-value';
import type { Command, CommandContext } from '../context';
import { parseOptions } from '../options';

/** Exit codes of `getent`, besides 0. */
const [UNKNOWN, NOT_FOUND] = [1, 2];

/** The line of an entry that a key names; undefined if it does not. */
type Finder = (lines: readonly string[], key: string) => string | undefined;

const byNameOrId: Finder = (lines, key) => {
  const at = /^\d+$/.test(key) ? 2 : 0;
  return lines.find((line) => line.split(':')[at] === key);
};

/** Entries in columns, of which any word may be asked for. */
const byWord =
  (shown: (words: readonly string[]) => string): Finder =>
  (lines, key) => {
    const found = lines.map((line) => line.split(/\s+/)).find((words) => words.includes(key));
    return found && shown(found);
  };

const host = ([address = '', ...names]: readonly string[]): string => `${address.padEnd(15)} ${names.join(' ')}`;
const numbered = ([name = '', value = '', ...aliases]: readonly string[]): string =>
  [name.padEnd(21), value, ...aliases].join(' ');

/** Those that nothing here has entries of. */
const EMPTY = new Set('aliases ethers gshadow initgroups netgroup networks rpc shadow'.split(' '));

const DATABASES: Readonly<Record<string, Finder>> = {
  group: byNameOrId,
  hosts: byWord(host),
  passwd: byNameOrId,
  protocols: byWord(numbered),
  services: (lines, key) => {
    const [name = '', protocol] = key.split('/');
    const found = lines
      .map((line) => line.split(/\s+/))
      .find(([own = '', port = '', ...aliases]) => {
        const [number, kind] = port.split('/');
        return [own, number, ...aliases].includes(name) && (protocol === undefined || kind === protocol);
      });
    return found && numbered(found);
  },
};

/** `getent`: entries of the files in /etc. */
export const getent: Command = (context) => {
  const { operands } = parseOptions(context.args, 's: i A service:=s no-idn=i no-addrconfig=A', {
    stopAtOperand: true,
    status: 64,
  });
  const [database, ...keys] = operands;
  const find = database === undefined ? undefined : EMPTY.has(database) ? byNameOrId : ownValue(DATABASES, database);
  if (database === undefined || !find) {
    const message = database === undefined ? 'getent: wrong number of arguments' : `Unknown database: ${database}`;
    context.err.write(`${message}\n`);
    context.out.write("Try `getent --help' or `getent --usage' for more information.\n");
    return UNKNOWN;
  }
  const lines = entries(context, database);
  if (keys.length === 0) {
    const shown = database === 'hosts' ? lines.map((line) => host(line.split(/\s+/))) : lines;
    context.out.write(shown.map((line) => `${line}\n`).join(''));
    return 0;
  }
  const found = keys.map((key) => find(lines, key));
  context.out.write(found.map((line) => (line === undefined ? '' : `${line}\n`)).join(''));
  return found.includes(undefined) ? NOT_FOUND : 0;
};

function entries({ sys }: CommandContext, database: string): string[] {
  const path = `/etc/${database}`;
  if (!sys.exists(path)) return [];
  return decode(sys.read(path))
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean);
}
