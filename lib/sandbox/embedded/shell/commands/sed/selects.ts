import type { LineAddress, Instruction } from './instruction';

/** Where the input is. */
interface Place {
  readonly number: number;
  readonly last: boolean;
}

/** Whether the current line matches a pattern; undefined means the last one used. */
type Holds = (pattern: RegExp | undefined) => boolean;

/** Whether an instruction is for the current line. Opens and closes its range. */
export const selects = (one: Instruction, place: Place, holds: Holds): boolean =>
  isInRange(one, place, holds) !== one.negated;

function isInRange(one: Instruction, place: Place, holds: Holds): boolean {
  const { from, to } = one;
  if (!from) return true;
  if (!to) return isAt(from, place, holds);
  const { number } = place;
  if (!one.open) {
    if (!begins(one, from, place, holds)) return false;
    one.begun = true;
    if (from.kind !== 'zero') {
      const until = endOf(to, number);
      const single = to.kind === 'last' ? place.last : to.kind !== 'pattern' && until <= number;
      if (!single) one.open = { until };
      // If the line that would begin it was skipped, a range that is over by now has no line.
      return !(single && from.kind === 'line' && to.kind === 'line' && to.line < number && from.line < number);
    }
    one.open = { until: 0 };
  }
  const { until } = one.open;
  if (until > 0 ? number >= until : isAt(to, place, holds)) one.open = undefined;
  return until === 0 || number <= until;
}

/** Whether a range begins: one that begins at a line number does so once, there or at the first line after it that is tried. */
function begins({ begun }: Instruction, from: LineAddress, place: Place, holds: Holds): boolean {
  if (from.kind === 'zero') return !begun;
  return from.kind === 'line' ? !begun && place.number >= from.line : isAt(from, place, holds);
}

/** The line at which a range that begins at a line ends; 0 if no number says so. */
function endOf(to: LineAddress, begin: number): number {
  if (to.kind === 'line') return to.line;
  if (to.kind === 'plus') return begin + to.count;
  if (to.kind === 'multiple') return to.of === 0 ? begin : Math.ceil(begin / to.of) * to.of;
  return 0;
}

function isAt(address: LineAddress, { number, last }: Place, holds: Holds): boolean {
  switch (address.kind) {
    case 'line':
      return number === address.line;
    case 'last':
      return last;
    case 'step':
      return address.by === 0
        ? number === address.first
        : number >= address.first && (number - address.first) % address.by === 0;
    case 'pattern':
      return holds(address.pattern);
    default:
      return false;
  }
}
