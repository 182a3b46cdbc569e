import * as z from 'zod';

export const SignalSchema = z.enum([
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGABRT',
  'SIGKILL',
  'SIGUSR1',
  'SIGSEGV',
  'SIGUSR2',
  'SIGPIPE',
  'SIGALRM',
  'SIGTERM',
  'SIGCHLD',
  'SIGCONT',
  'SIGSTOP',
  'SIGURG',
  'SIGWINCH',
]);
export type Signal = z.infer<typeof SignalSchema>;

const NUMBERS: Readonly<Record<Signal, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGSEGV: 11,
  SIGUSR2: 12,
  SIGPIPE: 13,
  SIGALRM: 14,
  SIGTERM: 15,
  SIGCHLD: 17,
  SIGCONT: 18,
  SIGSTOP: 19,
  SIGURG: 23,
  SIGWINCH: 28,
};

/** A process that does not handle these is still there after them. */
const SURVIVED: ReadonlySet<Signal> = new Set(['SIGCHLD', 'SIGCONT', 'SIGSTOP', 'SIGURG', 'SIGWINCH']);

export const endsProcess = (signal: Signal): boolean => !SURVIVED.has(signal);

/** The exit code of a process ended by a signal. */
export const exitCodeOf = (signal: Signal): number => 128 + NUMBERS[signal];

/** The signal with this number; undefined if it is not supported here. */
export const signalOf = (number: number): Signal | undefined =>
  SignalSchema.options.find((signal) => NUMBERS[signal] === number);
