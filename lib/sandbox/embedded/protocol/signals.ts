import * as z from 'zod';

export const SignalSchema = z.enum(['SIGTERM', 'SIGKILL', 'SIGINT']);
export type Signal = z.infer<typeof SignalSchema>;

const NUMBERS: Readonly<Record<Signal, number>> = { SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** The exit code of a process that a signal ended. */
export const exitCodeOf = (signal: Signal): number => 128 + NUMBERS[signal];
