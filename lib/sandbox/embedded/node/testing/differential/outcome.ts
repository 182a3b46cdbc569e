/** What a program left: what it printed, its exit code, and the files of its folder, bytes as characters. */
export interface Outcome {
  stdout: string;
  stderr: string;
  code: number;
  files: Record<string, string>;
}

/** Stands in for the folder of a case, which is elsewhere on each side. */
export const FOLDER = '<folder>';

/** What differs; undefined if nothing does. */
export function differenceOf(native: Outcome, ours: Outcome): string | undefined {
  const what = [
    native.stdout !== ours.stdout && 'output',
    native.code !== ours.code && `exit ${ours.code}, not ${native.code}`,
    JSON.stringify(sorted(native.files)) !== JSON.stringify(sorted(ours.files)) && 'files',
  ].filter(Boolean);
  return what.length > 0 ? what.join(', ') : undefined;
}

const sorted = (files: Outcome['files']) => Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));

export const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
