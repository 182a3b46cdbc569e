import { readAddresses } from './addresses';
import { linesAll, type EdCall, type EdCommand } from './call';
import { CHANGE_COMMANDS } from './change-commands';
import { CommandText } from './command-text';
import { EdFailure } from './ed-failure';
import type { Editing } from './editing';
import { FILE_COMMANDS } from './file-commands';
import { SHOW_COMMANDS } from './show-commands';
import { substituteCommand } from './substitution';

/** Commands that take no address. */
const ALONE = 'efEhHPqQu';

const COMMANDS: ReadonlyMap<string, EdCommand> = new Map(
  Object.entries({
    ...CHANGE_COMMANDS,
    ...FILE_COMMANDS,
    ...SHOW_COMMANDS,
    s: substituteCommand,
    g: forAll,
    v: forAll,
  }),
);

/** Runs a command of `ed`, and keeps what was before it for `u`. Throws `EdFailure`. */
export async function runEdCommand(editing: Editing, line: string): Promise<void> {
  const before = editing.buffer.state();
  try {
    await perform(editing, new CommandText(line));
  } finally {
    if (!/^[ \t]*u/.test(line)) editing.buffer.keep(before);
  }
}

async function perform(editing: Editing, text: CommandText): Promise<void> {
  const { buffer } = editing;
  const addresses = readAddresses(text, buffer, editing.search);
  text.skipBlanks();
  const letter = text.letter();
  if (letter === '#') return;
  if (letter === '') {
    const to = addresses.count > 0 ? addresses.to : buffer.current + 1;
    return editing.show(...editing.lines({ from: to, to, count: 1 }, to), '');
  }
  if (addresses.count > 0 && ALONE.includes(letter)) throw new EdFailure('Unexpected address');
  const command = COMMANDS.get(letter);
  if (!command) throw new EdFailure('Unknown command');
  await command({ editing, letter, addresses, text });
}

/** `g` and `v`: runs a command list for each line that matches, or that does not. */
async function forAll(call: EdCall): Promise<void> {
  const { editing, letter, text } = call;
  const { buffer } = editing;
  if (editing.listed) throw new EdFailure('Cannot nest global commands');
  const [from, to] = linesAll(call);
  const delimiter = text.letter();
  if (delimiter === '' || delimiter === ' ') throw new EdFailure('Invalid pattern delimiter');
  const wanted = editing.compiled(text.expression(delimiter), '');
  const commands = await listIn(editing, text);
  const chosen = buffer.lines.slice(from - 1, to).filter((line) => wanted.test(line.text) === (letter === 'g'));
  try {
    for (const line of chosen) {
      const place = buffer.lines.indexOf(line) + 1;
      if (place === 0) continue;
      buffer.current = place;
      editing.listed = [...commands];
      for (let next = editing.listed.shift(); next !== undefined; next = editing.listed.shift())
        await perform(editing, new CommandText(next));
    }
  } finally {
    editing.listed = undefined;
  }
}

/** The command list of a `g`: each line but the last ends with a backslash. */
async function listIn(editing: Editing, text: CommandText): Promise<string[]> {
  const commands: string[] = [];
  let line: string | undefined = text.rest();
  for (; line?.endsWith('\\'); line = await editing.world.line()) commands.push(line.slice(0, -1));
  commands.push(line ?? '');
  return commands.length === 1 && commands[0] === '' ? ['p'] : commands;
}
