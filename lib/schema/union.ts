import { enumFault, settleFaults, type Fault } from './fault';
import { formatPath, type Segment } from './path';

/**
 * What to say when a value fits no branch of a union: the faults of the one branch it was meant for, if that can be told,
 * and else that it fits none of n shapes.
 */
export function unionFaults(path: readonly Segment[], all: readonly (readonly Fault[])[]): readonly Fault[] {
  const branches = all
    .map(settleFaults)
    .filter((branch) => !branch.every((fault) => fault.kind === 'type' && fault.expected === 'null'));
  const near = branches.filter((branch) => branch.every(({ kind }) => kind === 'check' || kind === 'absent'));
  const choices = sharedChoices(branches, path);
  if (choices) return [enumFault(path, choices)];
  const type = sharedType(branches, path);
  if (type) return [type];
  const shaped = branches.filter((branch) => !branch.some((fault) => isAt(fault, path) && isWrongKind(fault)));
  return only(branches) ?? only(near) ?? only(shaped) ?? discriminated(path, shaped) ?? [shapes(path, branches)];
}

const only = (branches: readonly (readonly Fault[])[]): readonly Fault[] | undefined =>
  branches.length === 1 ? branches[0] : undefined;

const isAt = (fault: Fault, path: readonly Segment[]): boolean => fault.path.length === path.length;
const isWrongKind = (fault: Fault): boolean => fault.kind === 'type' || fault.kind === 'enum';

/** Objects told apart by one field's value: the branch that has it, or the values that field may have. */
function discriminated(
  path: readonly Segment[],
  branches: readonly (readonly Fault[])[],
): readonly Fault[] | undefined {
  if (branches.length === 0) return undefined;
  const keys = branches.map((branch) => branch.filter((fault) => isField(fault, path) && fault.kind !== 'absent'));
  const shared = (keys[0] ?? []).filter((fault) =>
    keys.every((faults) => faults.some((other) => samePlace(other, fault) && isKey(other))),
  );
  const missing = shared.filter((fault) => faultsAt(keys, fault).every(({ kind }) => kind === 'present'));
  if (missing.length === 1) return missing;
  const matching = branches.filter((_, index) => !keys[index]?.some((fault) => fault.kind === 'enum'));
  if (matching.length === 1) return matching[0];
  const [key] = shared;
  if (!key || shared.length > 1) return undefined;
  const choices = sharedChoices(
    faultsAt(keys, key).map((fault) => [fault]),
    key.path,
  );
  return choices && [enumFault(key.path, choices)];
}

const faultsAt = (branches: readonly (readonly Fault[])[], place: Fault): Fault[] =>
  branches.flatMap((branch) => branch.filter((fault) => samePlace(fault, place)));

const isField = (fault: Fault, path: readonly Segment[]): boolean => fault.path.length === path.length + 1;
const isKey = (fault: Fault): boolean => fault.kind === 'enum' || fault.kind === 'present';
const samePlace = (a: Fault, b: Fault): boolean => formatPath(a.path) === formatPath(b.path);

/** Every branch wants one of some values here: the values of all. */
function sharedChoices(branches: readonly (readonly Fault[])[], path: readonly Segment[]): unknown[] | undefined {
  const lists = branches.map((branch) => branch.find((fault) => isAt(fault, path) && fault.kind === 'enum')?.choices);
  return lists.length > 0 && lists.every((list) => list !== undefined) ? [...new Set(lists.flat())] : undefined;
}

/** Every branch wants the same type here. */
function sharedType(branches: readonly (readonly Fault[])[], path: readonly Segment[]): Fault | undefined {
  const types = branches.map((branch) => branch.find((fault) => isAt(fault, path) && fault.kind === 'type'));
  const [first] = types;
  return types.every((type) => type?.expected === first?.expected) ? first : undefined;
}

function shapes(path: readonly Segment[], branches: readonly (readonly Fault[])[]): Fault {
  return { path, kind: 'shape', expected: `one of ${branches.length} shapes` };
}
