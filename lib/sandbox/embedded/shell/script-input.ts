import { parse } from 'unbash';
import type { OpenFile } from './io/open-file';
import { concat, decode, encode } from '../../bytes-text';
import { hereDocuments, isWholeScript } from './language';
import type { Shell } from './language/shell';
import { expandPrompt } from './terminal/prompt';

/**
 * Runs the script that comes from standard input, command by command, as it arrives. What a command reads itself is not run: the
 * shell goes on after it.
 */
export async function runScriptInput(shell: Shell, name: string): Promise<void> {
  let file = shell.fds.get(0);
  let bytes: Uint8Array = new Uint8Array();
  let line = 1;
  for (;;) {
    const first = await firstCommand(shell, file, bytes);
    bytes = first.bytes;
    if (first.text === '') return;
    const rest = bytes.subarray(encode(first.text).length);
    shell.loopInput = file;
    file?.putBack(rest);
    await shell.language.text(shell, first.text, name, line);
    line += first.text.split('\n').length - 1;
    bytes = file?.takeBack() ?? new Uint8Array();
    // After `exec <`, the script goes on in another file.
    if (shell.fds.get(0) !== file) [file, bytes] = [shell.fds.get(0), new Uint8Array()];
  }
}

/** How many bytes are looked at for the first command, before twice as many are. */
const FIRST_PART = 4096;

/** The lines of the first command; `''` at the end. Reads on while it is not complete. */
async function firstCommand(
  shell: Shell,
  file: OpenFile | undefined,
  begun: Uint8Array,
): Promise<{ text: string; bytes: Uint8Array }> {
  for (let [bytes, size] = [begun, FIRST_PART]; ;) {
    const isAll = size >= bytes.length;
    const text = decode(isAll ? bytes : bytes.subarray(0, size));
    const lines = linesOfFirst(text);
    // The end of a part may look like the end of a command.
    if (lines !== undefined && (isAll || lines.length < text.length)) return { text: lines, bytes };
    if (!isAll) {
      size *= 2;
      continue;
    }
    if (file?.about.terminal) await shell.write(2, await promptFor(shell, text));
    const next = file ? await shell.task.wait(Promise.resolve(file.read(shell.task))) : undefined;
    if (!next) return { text, bytes };
    bytes = concat([bytes, next]);
  }
}

/** The prompt of a shell that was started at the terminal of another one, which has no line editor. */
const promptFor = (shell: Shell, begun: string): Promise<string> =>
  expandPrompt(shell, begun === '' ? (shell.vars.get('PS1') ?? String.raw`\s-\v\$ `) : (shell.vars.get('PS2') ?? '> '));

/** The lines that the first command of a text takes; undefined if the text does not have all of them. */
function linesOfFirst(text: string): string | undefined {
  const { commands } = parse(text);
  const documents = hereDocuments(commands);
  let at = text.indexOf('\n', commands[0]?.end ?? 0);
  while (at >= 0) {
    const line = at;
    const lines = text.slice(0, line + 1);
    if (isWholeScript(lines)) return lines;
    // No line within a here document ends the command.
    const ends = documents.filter(({ pos }) => pos < line).map(({ closing }) => closing?.end ?? Infinity);
    at = text.indexOf('\n', Math.max(line + 1, ...ends));
  }
  return undefined;
}
