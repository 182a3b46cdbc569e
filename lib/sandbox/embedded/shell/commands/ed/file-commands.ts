import { linesAll, type EdCall, type EdCommand } from './call';
import type { CommandText } from './command-text';
import { EdFailure } from './ed-failure';
import type { Editing } from './editing';

/** The commands that read and write files, and those that leave. */
export const FILE_COMMANDS: Readonly<Record<string, EdCommand>> = {
  e: ({ editing, text }) => {
    editing.warn('e');
    return editFile(editing, nameIn(editing, text));
  },
  E: ({ editing, text }) => editFile(editing, nameIn(editing, text)),
  f: ({ editing, text }) => {
    const name = text.rest().trim();
    if (name !== '') editing.file = name;
    if (editing.file === '') throw new EdFailure('No current filename');
    editing.world.print(`${editing.file}\n`);
  },
  r: ({ editing, addresses, text }) =>
    readInto(editing, addresses.count > 0 ? addresses.to : editing.buffer.last, nameIn(editing, text)),
  w: save,
  W: save,
  q: ({ editing }) => {
    editing.warn('q');
    editing.over = true;
  },
  Q: ({ editing }) => {
    editing.over = true;
  },
};

async function save(call: EdCall): Promise<void> {
  const { editing, letter, text } = call;
  const { buffer, world } = editing;
  const isEmpty = buffer.last === 0 && call.addresses.count === 0;
  const [from, to] = isEmpty ? [0, 0] : linesAll(call);
  const quits = text.take(/q/y) !== undefined;
  const name = nameIn(editing, text);
  if (editing.file === '' && !name.startsWith('!')) editing.file = name;
  const bytes = await world.write(name, buffer.texts(from, to), letter === 'W');
  if (!world.quiet) world.print(`${bytes}\n`);
  if (from <= 1 && to === buffer.last) buffer.modified = false;
  editing.over ||= quits;
}

/** Reads a file in place of the text. */
export async function editFile(editing: Editing, name: string): Promise<void> {
  const { buffer } = editing;
  buffer.lines = [];
  buffer.current = 0;
  if (!name.startsWith('!')) editing.file = name;
  await readInto(editing, 0, name);
  buffer.modified = false;
}

async function readInto(editing: Editing, after: number, name: string): Promise<void> {
  const lines = await editing.world.read(name);
  if (editing.file === '' && !name.startsWith('!')) editing.file = name;
  editing.buffer.insert(after, lines);
}

/** The file that a command names, or the current one. */
function nameIn(editing: Editing, text: CommandText): string {
  const name = text.rest().trim();
  if (name === '' && editing.file === '') throw new EdFailure('No current filename');
  return name === '' ? editing.file : name;
}
