import { formatPath, type Segment } from './path';
import { preview } from './preview';

/**
 * One fault as both tracks find it, before it is put into words. `check` faults are of degree (length, bounds, pattern):
 * the value has the right shape.
 */
export interface Fault {
  path: readonly Segment[];
  kind: 'present' | 'absent' | 'key' | 'enum' | 'type' | 'shape' | 'check' | 'other';
  expected: string;
  /** The values allowed, where they can be listed. */
  choices?: readonly unknown[];
  /** Replaces the message, where `expected` says too little. */
  note?: string;
}

export const presentFault = (path: readonly Segment[]): Fault => ({ path, kind: 'present', expected: 'present' });
export const absentFault = (path: readonly Segment[]): Fault => ({ path, kind: 'absent', expected: 'absent' });
export const checkFault = (path: readonly Segment[], expected: string): Fault => ({ path, kind: 'check', expected });
export const keyFault = (path: readonly Segment[]): Fault => ({ path, kind: 'key', expected: 'valid key' });
export const typeFault = (path: readonly Segment[], expected: string): Fault => ({ path, kind: 'type', expected });

export const enumFault = (path: readonly Segment[], choices: readonly unknown[]): Fault => ({
  path,
  kind: 'enum',
  expected: `enum[${listed(choices)}]`,
  choices,
});

/** Choices that `expected` names; it has to stay short enough to read. */
const LISTED = 50;

function listed(choices: readonly unknown[]): string {
  const texts = choices.slice(0, LISTED).map((choice) => (typeof choice === 'string' ? choice : preview(choice)));
  return [...texts, ...(choices.length > LISTED ? ['…'] : [])].join(',');
}

/** Of several faults at one place the first of these kinds explains the others away. */
const DOMINANT = ['present', 'key', 'enum', 'type', 'shape'] as const;

/** One list in one order, whichever track it came from: what explains more wins, nothing is said twice. */
export function settleFaults(faults: readonly Fault[]): Fault[] {
  const places = new Map<string, Fault[]>();
  for (const fault of faults) {
    const key = formatPath(fault.path);
    const others = places.get(key) ?? [];
    if (!others.some((other) => other.expected === fault.expected)) others.push(fault);
    places.set(key, others);
  }
  return [...places.values()].flatMap(dominant).toSorted(inOrder);
}

function dominant(faults: Fault[]): Fault[] {
  for (const kind of DOMINANT) {
    const winner = faults.find((fault) => fault.kind === kind);
    if (winner) return [winner];
  }
  return faults;
}

const rank = (fault: Fault): number => (fault.kind === 'present' ? 0 : fault.kind === 'absent' ? 1 : 2);

/** By the enclosing object, missing fields first, then unknown ones, then wrong values. */
function inOrder(a: Fault, b: Fault): number {
  return (
    compare(formatPath(a.path.slice(0, -1)), formatPath(b.path.slice(0, -1))) ||
    rank(a) - rank(b) ||
    compare(formatPath(a.path), formatPath(b.path)) ||
    compare(a.expected, b.expected)
  );
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
