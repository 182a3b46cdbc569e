import { UNKNOWN, type Alternatives } from './alternatives';
import { absoluteIn } from './folders';
import type { ShellModel } from './shell-model';

/** Maximum characters of one file that are remembered. */
const LONGEST = 100_000;

/** Remembers what a script writes to a file, in case it runs or reads it later. Several possible texts are concatenated. */
export function writeFile(model: ShellModel, path: string, output: Alternatives, adds = false): void {
  for (const cwd of model.cwd) {
    const full = absoluteIn(cwd, path);
    const before = adds ? (model.files.get(full) ?? `${UNKNOWN}\n`) : '';
    const text = before + output.join('\n');
    model.files.set(full, text.length > LONGEST ? UNKNOWN : text);
  }
}

/** The content of a file; known only if the script wrote it. */
export function readFile(model: ShellModel, path: string): Alternatives {
  if (path === '-' || path === '/dev/stdin') return model.stdin;
  return model.cwd.map((cwd) => model.files.get(absoluteIn(cwd, path)) ?? UNKNOWN);
}
