import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Allowance, DEFAULT_LIMITS, RecentExchanges, Histories, type AgentPorts } from '@/lib/agent';
import { costOf, createModel, PROVIDER_HOSTS } from '@/lib/models';
import { StorageError, type EventLog } from '@/lib/threads';
import { openSqliteLog, readSqliteLog, storing } from '@/lib/threads/sqlite';
import { readEnvironment, type Environment } from './environment';
import { fullness, Limiter, type LimitValue, OpenStreams, tidy } from './limiter';
import { limitOf } from './limits.mjs';
import { sessionSecret } from './caller';
import { createGuardedFetch } from './guarded-fetch';

/** How the server fetches, by who chose the URL. */
export interface Outbound {
  /** For URLs from a model or a page: public addresses only. */
  readonly untrusted: typeof fetch;
  /** For URLs that a person or the operator configured: also the hosts that the operator listed. */
  readonly configured: typeof fetch;
  /** For exactly the trigger addresses that the operator listed, wherever they are. */
  readonly triggers: typeof fetch;
}

type Lists = Pick<Environment, 'TOOLYARD_ALLOW_HOSTS' | 'TOOLYARD_TRIGGER_URLS'>;

export function createOutbound({ TOOLYARD_ALLOW_HOSTS, TOOLYARD_TRIGGER_URLS }: Lists, limit: LimitValue): Outbound {
  const most = { maxBytes: limit('TOOLYARD_ANSWER_BYTES'), maxMs: limit('TOOLYARD_ANSWER_SECONDS') * 1000 };
  return {
    untrusted: createGuardedFetch(most),
    configured: createGuardedFetch({ ...most, allowHosts: TOOLYARD_ALLOW_HOSTS, wellKnown: PROVIDER_HOSTS }),
    triggers: createGuardedFetch({ ...most, allowHosts: TOOLYARD_TRIGGER_URLS.map((url) => new URL(url).host) }),
  };
}

/** What may be spent with the server's own keys. */
export const createAllowance = (limit: LimitValue, now: () => number): Allowance =>
  new Allowance(
    {
      session: limit('TOOLYARD_SESSION_TOKENS'),
      address: limit('TOOLYARD_ADDRESS_TOKENS'),
      total: limit('TOOLYARD_TOTAL_TOKENS'),
    },
    now,
  );

/** What one server process has exactly once. */
export interface ToolyardServer {
  ports: AgentPorts;
  environment: Environment;
  outbound: Outbound;
  limiter: Limiter;
  listeners: OpenStreams;
  allowance: Allowance;
  /** Signs session cookies. */
  secret: string;
  heartbeatMs: number;
  /** If the log may only be read: when writing was last tried, in milliseconds, and whether it no longer sees what others write. */
  reading?: { triedAt: number; isOutdated: () => boolean };
}

const HEARTBEAT_MS = 15_000;

/** Each route may be bundled with its own copy of this module, so the single server is kept on `globalThis`. */
const KEY = Symbol.for('toolyard.server');
const home: typeof globalThis & { [KEY]?: ToolyardServer } = globalThis;

/** How often a log that may only be read is tried again, in milliseconds. */
const TRY_MS = 5_000;

/** The process's server, created on first use. Throws if a setting is invalid or the data folder cannot be read. */
export function server(): ToolyardServer {
  const known = (home[KEY] ??= openServer(process.env));
  const { reading, ...same } = known;
  if (!reading || (Date.now() - reading.triedAt < TRY_MS && !reading.isOutdated())) return known;
  reading.triedAt = Date.now();
  try {
    const { log, ...now } = openLog(known.environment, limitIn(process.env), reading);
    return (home[KEY] = { ...same, ...now, ports: { ...same.ports, log } });
  } catch {
    return known;
  }
}

const limitIn =
  (variables: NodeJS.ProcessEnv): LimitValue =>
  (name) =>
    limitOf(name, variables);

const fileIn = ({ TOOLYARD_DATA }: Environment): string => join(TOOLYARD_DATA, 'threads.db');

function openToWrite(environment: Environment, limit: LimitValue): EventLog {
  const log = openSqliteLog(fileIn(environment), { full: (kept) => fullness(kept, limit), reserve: true });
  tidy(log, Date.now, { kept: environment.TOOLYARD_KEEP_DAYS, gone: limit('TOOLYARD_GONE_DAYS') });
  return log;
}

/** The log in the data folder. It can be read where nothing can be kept; throws if it `is` read already, and up to date. */
function openLog(
  environment: Environment,
  limit: LimitValue,
  is?: ToolyardServer['reading'],
): Pick<ToolyardServer, 'reading'> & { log: EventLog } {
  try {
    return { log: openToWrite(environment, limit) };
  } catch (error) {
    const isReadOnly = error instanceof StorageError && error.code === 'STORAGE_READ_ONLY';
    const read = isReadOnly && (!is || is.isOutdated()) ? readSqliteLog(fileIn(environment)) : undefined;
    if (!read) throw error;
    return { log: read.log, reading: { triedAt: Date.now(), isOutdated: read.isOutdated } };
  }
}

function openServer(variables: NodeJS.ProcessEnv): ToolyardServer {
  const environment = readEnvironment(variables);
  const limit = limitIn(variables);
  const folder = environment.TOOLYARD_DATA;
  const outbound = createOutbound(environment, limit);
  const secret = storing(folder, () => sessionSecret(folder, environment.TOOLYARD_SECRET));
  const { log, ...tried } = openLog(environment, limit);
  return {
    environment,
    outbound,
    limiter: new Limiter(limit, Date.now),
    listeners: new OpenStreams(),
    allowance: createAllowance(limit, Date.now),
    secret,
    heartbeatMs: HEARTBEAT_MS,
    ...tried,
    ports: {
      log,
      histories: new Histories(),
      exchanges: new RecentExchanges(),
      createModel: (options, secrets, given) => createModel(options, secrets, given, { fetch: outbound.configured }),
      costOf,
      now: Date.now,
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
      leaseMs: environment.TOOLYARD_LEASE_MS,
      limits: { ...DEFAULT_LIMITS, maxTokens: limit('TOOLYARD_MAX_TOKENS') },
    },
  };
}
