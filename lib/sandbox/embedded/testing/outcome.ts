/** What a case left: what it printed, its exit code, and the files of its folder, bytes as characters. */
export interface Outcome {
  stdout: string;
  stderr: string;
  code: number;
  files: Record<string, string>;
}

/** Stands in for the folder of a case in what it prints, which is elsewhere on each side. */
export const FOLDER = '<folder>';

/** What the programs of a case find around them on both sides, besides PATH and HOME. */
export const ENVIRONMENT = { LANG: 'C.UTF-8', TZ: 'UTC', USER: 'user', NODE_ENV: 'test' } as const;

export const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Files in an order that does not depend on how they were listed. */
const sorted = (files: Outcome['files']) => Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));

/** What differs; undefined if nothing does. `comparable` leaves out of the files what cannot be the same. */
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
