/** The outcome of a case: its output, exit code, and the files of its folder, with bytes as characters. */
export interface Outcome {
  stdout: string;
  stderr: string;
  code: number;
  files: Record<string, string>;
}

/** Replaces a case's folder in its output, as the folder differs between the two sides. */
export const FOLDER = '<folder>';

/** The environment of a case's programs on both sides, besides PATH and HOME. */
export const ENVIRONMENT = { LANG: 'C.UTF-8', TZ: 'UTC', USER: 'user', NODE_ENV: 'test' } as const;

export const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Files in an order that does not depend on how they were listed. */
const sorted = (files: Outcome['files']) => Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));

/** Describes the difference; undefined if there is none. `comparable` drops files that cannot be equal. */
export function differenceOf(
  native: Outcome,
  ours: Outcome,
  comparable: (files: [path: string, text: string][]) => [path: string, text: string][] = (files) => files,
): string | undefined {
  const files = (outcome: Outcome) => JSON.stringify(comparable(sorted(outcome.files)));
  const what = [
    native.stdout !== ours.stdout && 'output',
    native.code !== ours.code && `exit ${ours.code}, not ${native.code}`,
    files(native) !== files(ours) && 'files',
  ].filter(Boolean);
  return what.length > 0 ? what.join(', ') : undefined;
}
