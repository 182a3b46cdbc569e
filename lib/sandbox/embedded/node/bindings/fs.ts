// oxlint-disable typescript/no-misused-promises, typescript/no-meaningless-void-operator, typescript/no-unnecessary-type-conversion -- Node's file handles close by promises, and its calls may give anything
import type { NodeProgram } from '../program';
import { facts } from '../library';
import { nodeModule } from '../own/node-module';
import type { Binding } from '../binding';
import { makeCalls, pathText } from './fs-calls';
import { directCalls } from './fs-direct-calls';
import { statWatcher } from './fs-watch';
import { completeRequest, PendingRequest, shared } from './handle';
import { StreamHandle } from './stream';
import { CodedError, type OpenFiles } from './open-files';
import { uvError } from './uv';
import { symbols } from './util';

/** Bytes per read of a file. */
const PART = 64 * 1024;

/** Stack traces show this name, which the minifier would change elsewhere. */
const { FSReqCallback } = { FSReqCallback: class extends PendingRequest {} };

/** `internalBinding('fs')`, over the kernel's files. */
export function fs(program: NodeProgram, files: OpenFiles): Binding {
  const usePromises = symbols.fs_use_promises_symbol ?? Symbol('promises');
  const calls = makeCalls(program, files);
  const statValues = new Float64Array(36);
  const bigintStatValues = new BigInt64Array(36);
  const binding: Binding = {
    ...facts.bindings.fs,
    kUsePromises: usePromises,
    kFsStatsFieldsNumber: 18,
    statValues,
    bigintStatValues,
    statFsValues: new Float64Array(7),
    FSReqCallback,
    StatWatcher: statWatcher(program),
    ...directCalls(program),
  };
  for (const [name, call] of Object.entries(calls)) {
    const { before, syscall, paths = 1 } = call;
    const perform = (args: readonly unknown[]): unknown => {
      try {
        return Reflect.apply(call.run, undefined, args.slice(0, before));
      } catch (error) {
        const named: unknown[] = args.slice(0, paths);
        if (name === 'symlink') named.splice(0, 2, args[0], args[1]);
        throw failureOf(error, syscall, named.map(pathText));
      }
    };
    binding[name] = (...args: unknown[]) => {
      if (paths === 0) checkDescriptor(args[0]);
      const request = args[before];
      if (request === usePromises) return later(() => perform(args));
      if (request instanceof PendingRequest) return void settle(request, () => perform(args));
      const context = args[before + 1];
      if (typeof context === 'object' && context !== null) return inContext(context, () => perform(args));
      if (/^[lf]?stat$/.test(name) && args[before + 1] === false && !missingIsAnError(args, perform)) return undefined;
      return perform(args);
    };
  }
  binding.openFileHandle = (path: unknown, how: number, mode: number) =>
    later(() => new FileHandle(Number(openOrFail(files, path, how, mode))));

  class FileHandle extends StreamHandle {
    constructor(fd: number) {
      super();
      this.fd = fd;
    }

    /** As a stream, it delivers the rest of the file. */
    protected override onReadStart(): void {
      for (let part = files.read(this.fd, PART, -1); part.length > 0; part = files.read(this.fd, PART, -1))
        this.receive(part);
      this.receive(null);
    }

    override close(): Promise<unknown> {
      return later(() => {
        const { fd } = this;
        this.fd = -1;
        try {
          if (fd >= 0) files.close(fd);
        } catch (error) {
          throw failureOf(error, 'close', []);
        }
        return undefined;
      });
    }

    releaseFD(): number {
      const { fd } = this;
      this.fd = -1;
      return fd;
    }
  }
  binding.FileHandle = FileHandle;
  return binding;
}

/** Throws Node's own error for what is no descriptor. */
const checkDescriptor = (fd: unknown): void =>
  nodeModule<{ validateInt32(value: unknown, name: string, least: number): void }>('internal/validators').validateInt32(
    fd,
    'fd',
    0,
  );

function openOrFail(files: OpenFiles, path: unknown, how: number, mode: number): number {
  try {
    return files.open(pathText(path), how, mode);
  } catch (error) {
    throw failureOf(error, 'open', [pathText(path)]);
  }
}

/** `throwIfNoEntry: false` ignores missing files. */
function missingIsAnError(args: readonly unknown[], perform: (args: readonly unknown[]) => unknown): boolean {
  try {
    perform(args);
    return true;
  } catch (error) {
    return Object(error).code !== 'ENOENT';
  }
}

function failureOf(error: unknown, syscall: string, [path, dest]: readonly string[]): Error {
  const code: unknown = Object(error).code;
  if (!(error instanceof CodedError) && (typeof code !== 'string' || code.startsWith('ERR_')))
    return error instanceof Error ? error : new Error(String(error));
  if (error instanceof CodedError && error.syscall !== undefined) return uvError(error.code, error.syscall);
  return uvError(
    String(code),
    syscall,
    error instanceof CodedError && error.path !== undefined ? error.path : path,
    dest,
  );
}

/** A native promise, settled in a later turn. */
function later(work: () => unknown): Promise<unknown> {
  let outcome: { value: unknown } | { error: unknown };
  try {
    outcome = { value: work() };
  } catch (error) {
    outcome = { error };
  }
  return new Promise((resolve, reject) =>
    shared.loop?.complete(() => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value))),
  );
}

function settle(request: PendingRequest, work: () => unknown): void {
  let value: unknown;
  try {
    value = work();
  } catch (error) {
    // Node creates this error while no script runs, so it has no stack trace.
    if (error instanceof Error) error.stack = `${error.name}: ${error.message}`;
    return completeRequest(request, error);
  }
  if (value === undefined) completeRequest(request, null);
  else completeRequest(request, null, value);
}

/** The older way to report an error: in fields of an object passed by the caller. */
function inContext(context: object, work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    const { errno, code, syscall, path } = Object(error);
    Object.assign(context, { errno, code, ...(path !== undefined && { path }), syscall });
    return undefined;
  }
}
