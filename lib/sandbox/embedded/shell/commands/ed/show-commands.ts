import { linesHere, type EdCall, type EdCommand } from './call';

/** The commands that show something, and change no line. */
export const SHOW_COMMANDS: Readonly<Record<string, EdCommand>> = {
  h: ({ editing }) => {
    if (editing.lastError !== '') editing.world.print(`${editing.lastError}\n`);
  },
  H: ({ editing }) => {
    editing.verbose = !editing.verbose;
  },
  l: show,
  n: show,
  p: show,
  P: ({ editing }) => {
    editing.prompt = editing.prompt === '' ? '*' : '';
  },
  z: ({ editing, addresses, text }) => {
    const { current, last } = editing.buffer;
    const size = Number(text.take(/\d+/y) ?? 22);
    const from = addresses.count > 0 ? addresses.to : current + 1;
    const range = editing.lines({ from, to: from, count: 0 }, from, Math.min(last, from + size - 1));
    editing.show(...range, editing.suffix(text));
  },
  '=': ({ editing, addresses, text }) => {
    editing.suffix(text);
    editing.world.print(`${addresses.count > 0 ? addresses.to : editing.buffer.last}\n`);
  },
  '!': async ({ editing: { world }, text }) => {
    await world.run(text.rest());
    if (!world.quiet) world.print('!\n');
  },
};

function show(call: EdCall): void {
  call.editing.show(...linesHere(call), call.letter + call.editing.suffix(call.text));
}
