import assert from 'assert';
import * as buffer from 'buffer';
import events from 'events';
import * as stream from 'readable-stream';
import { format, formatWithOptions, inspect, stripVTControlCharacters } from 'node-inspect-extracted';
import util from 'util';
import type { Guest } from '../guest';
import { makeHttp } from '../http';
import { makeTestModule } from '../testing/module';
import { makeChildProcess } from './child-process';
import { makeConsole } from './console';
import { makeCrypto } from './crypto';
import { makeFs } from './fs';
import type { GuestProcess } from './process';
import { makePath, makeTimersPromises, os, url } from './small';
import { makeZlib } from './zlib';

/** Modules of Node's that a program may ask for and that cannot work here. */
const MISSING = new Set(['cluster', 'dgram', 'dns', 'http2', 'https', 'inspector', 'net', 'tls', 'v8', 'vm', 'wasi']);

/** Looks up a built-in module by its name without `node:`; each is made when it is first asked for. */
export function makeBuiltins(guest: Guest, process: GuestProcess): (name: string) => unknown {
  const path = makePath(guest);
  const makers: Record<string, () => unknown> = {
    assert: () => assert,
    'assert/strict': () => assert.strict,
    buffer: () => buffer,
    child_process: () => makeChildProcess(guest, () => process.env),
    console: () => makeConsole(guest),
    constants: () => ({}),
    crypto: () => makeCrypto(guest),
    events: () => events,
    fs: () => makeFs(guest),
    'fs/promises': () => makeFs(guest).promises,
    http: () => makeHttp(guest),
    os: () => os,
    path: () => path,
    'path/posix': () => path,
    perf_hooks: () => ({ performance }),
    process: () => process,
    querystring: () => ({
      parse: (text: string) => Object.fromEntries(new URLSearchParams(text)),
      stringify: (value: Record<string, string>) => new URLSearchParams(value).toString(),
    }),
    stream: () => stream,
    'stream/promises': () => stream.promises,
    test: () => makeTestModule(guest, process),
    timers: () => guest.loop.globals,
    'timers/promises': () => makeTimersPromises(guest),
    tty: () => ({ isatty: () => guest.spec.terminal !== undefined }),
    url: () => url,
    util: () => ({
      ...util,
      format,
      formatWithOptions,
      inspect,
      stripVTControlCharacters,
      TextEncoder,
      TextDecoder,
    }),
    zlib: () => makeZlib(guest),
    worker_threads: () => ({ isMainThread: true, parentPort: null, workerData: null }),
  };
  const made = new Map<string, unknown>();
  return (name) => {
    if (MISSING.has(name)) {
      throw Object.assign(
        new Error(`The module '${name}' does not work in this sandbox: it has no network and no native code.`),
        {
          code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        },
      );
    }
    if (!Object.hasOwn(makers, name)) return undefined;
    if (!made.has(name)) made.set(name, makers[name]?.());
    return made.get(name);
  };
}
