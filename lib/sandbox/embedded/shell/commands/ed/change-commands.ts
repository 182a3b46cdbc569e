import { readAddresses } from './addresses';
import { linesHere, type EdCall, type EdCommand } from './call';
import { EdFailure } from './ed-failure';

/** The commands that change lines, or remember them. */
export const CHANGE_COMMANDS: Readonly<Record<string, EdCommand>> = {
  a: (call) => insert(call, call.addresses.to),
  i: (call) => insert(call, Math.max(0, call.addresses.to - 1)),
  c: async (call) => {
    const { editing, text } = call;
    const [from, to] = linesHere(call);
    const suffix = editing.suffix(text);
    const lines = await editing.typed();
    editing.buffer.remove(from, to);
    if (lines.length > 0) editing.buffer.insert(from - 1, lines);
    editing.showCurrent(suffix);
  },
  d: (call) => {
    const suffix = call.editing.suffix(call.text);
    call.editing.buffer.remove(...linesHere(call));
    call.editing.showCurrent(suffix);
  },
  j: ({ editing, addresses, text }) => {
    const { buffer } = editing;
    const suffix = editing.suffix(text);
    const [from, to] = editing.lines(addresses, buffer.current, buffer.current + 1);
    const joined = buffer.texts(from, to).join('');
    if (from < to) {
      buffer.remove(from, to);
      buffer.insert(from - 1, [joined]);
    }
    editing.showCurrent(suffix);
  },
  k: ({ editing: { buffer }, addresses, text }) => {
    const name = text.letter();
    if (!/^[a-z]$/.test(name)) throw new EdFailure('Invalid mark character');
    const line = buffer.lines[addresses.to - 1];
    if (!line) throw new EdFailure('Invalid address');
    buffer.marks.set(name, line);
  },
  m: (call) => carry(call, (from, to, after) => call.editing.buffer.move(from, to, after)),
  t: (call) => {
    const { buffer } = call.editing;
    carry(call, (from, to, after) => buffer.insert(after, buffer.texts(from, to)));
  },
  u: ({ editing, text }) => {
    const suffix = editing.suffix(text);
    editing.buffer.undo();
    editing.showCurrent(suffix);
  },
  x: ({ editing, addresses, text }) => {
    const suffix = editing.suffix(text);
    editing.buffer.insert(addresses.to, editing.buffer.cut);
    editing.showCurrent(suffix);
  },
  y: (call) => {
    const { buffer } = call.editing;
    call.editing.suffix(call.text);
    buffer.cut = buffer.texts(...linesHere(call));
  },
};

async function insert({ editing, text }: EdCall, after: number): Promise<void> {
  const suffix = editing.suffix(text);
  editing.buffer.insert(after, await editing.typed());
  editing.showCurrent(suffix);
}

/** Does something with lines and the address after the command's letter. */
function carry(call: EdCall, work: (from: number, to: number, after: number) => void): void {
  const { editing, text } = call;
  const { current } = editing.buffer;
  const [from, to] = linesHere(call);
  const target = readAddresses(text, editing.buffer, editing.search);
  const suffix = editing.suffix(text);
  work(from, to, target.count > 0 ? target.to : current);
  editing.showCurrent(suffix);
}
