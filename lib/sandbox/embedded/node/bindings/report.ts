import type { NodeProgram } from '../program';
import { LIBRARY_VERSION } from '../library';
import type { Binding } from '../binding';
import { missing } from '../missing';

/** The settings of `process.report`, by their names in the binding. */
const SETTINGS: Readonly<Record<string, string | boolean>> = {
  Compact: false,
  Directory: '',
  ExcludeNetwork: false,
  Filename: '',
  Signal: 'SIGUSR2',
};

/** `internalBinding('report')`: a report says what this machine has; none is written to a file. */
export function report(program: NodeProgram): Binding {
  const made: Binding = {
    writeReport: missing('process.report.writeReport'),
    getReport: (error: unknown) => JSON.stringify(reportOf(program, error)),
  };
  const hold = (get: string, set: string, first: string | boolean): void => {
    let value: unknown = first;
    made[get] = () => value;
    made[set] = (next: unknown) => void (value = next);
  };
  for (const [name, first] of Object.entries(SETTINGS)) hold(`get${name}`, `set${name}`, first);
  for (const name of ['FatalError', 'Signal', 'UncaughtException'])
    hold(`shouldReportOn${name}`, `setReportOn${name}`, false);
  return made;
}

function reportOf({ spec, options, cwd, env }: NodeProgram, error: unknown): object {
  const now = new Date();
  const [message = '', ...stack] = String(Object(error).stack).split('\n');
  return {
    header: {
      reportVersion: 4,
      event: 'JavaScript API',
      trigger: 'GetReport',
      filename: null,
      dumpEventTime: `${now.toISOString().slice(0, 19)}Z`,
      dumpEventTimeStamp: String(now.getTime()),
      processId: spec.pid,
      threadId: 0,
      cwd,
      commandLine: ['node', ...options.execArgv, ...options.argv],
      nodejsVersion: LIBRARY_VERSION,
      // By this, programs choose between builds for the GNU C library and others.
      glibcVersionRuntime: '2.36',
      glibcVersionCompiler: '2.28',
      wordSize: 64,
      arch: 'x64',
      platform: 'linux',
      osName: 'Linux',
      osRelease: '6.1.0',
      osVersion: '#1 SMP',
      osMachine: 'x86_64',
      host: 'toolyard',
    },
    javascriptStack: {
      message,
      stack: stack.map((line) => line.trim()),
      errorProperties: Object.fromEntries(Object.entries(Object(error)).map(([name, value]) => [name, String(value)])),
    },
    nativeStack: [],
    libuv: [],
    workers: [],
    environmentVariables: env,
    userLimits: {},
    sharedObjects: ['/lib/x86_64-linux-gnu/libc.so.6'],
  };
}
