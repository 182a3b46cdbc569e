import type { Function as FunctionNode } from 'unbash';
import { unite, type Alternatives } from './alternatives';

/** What runs when a function is called. */
export type FunctionBody = FunctionNode['body'];

/** A shell's state at one point of a script, as far as it can be known without running it. */
export interface ShellModel {
  variables: Map<string, Alternatives>;
  arrays: Map<string, readonly string[]>;
  functions: Map<string, FunctionBody>;
  positional: readonly string[];
  cwd: Alternatives;
  /** What commands may read from their standard input. */
  stdin: Alternatives;
  /** What the script has written to files, by path. Shared by all shells. */
  files: Map<string, string>;
}

export const newModel = (cwd: string, variables: Readonly<Record<string, string>>): ShellModel => ({
  variables: new Map(Object.entries(variables).map(([name, value]) => [name, [value]])),
  arrays: new Map(),
  functions: new Map(),
  positional: [],
  cwd: [cwd],
  stdin: [''],
  files: new Map(),
});

/** An independent copy, as for a subshell. */
export const fork = (model: ShellModel): ShellModel => ({
  ...model,
  variables: new Map(model.variables),
  arrays: new Map(model.arrays),
  functions: new Map(model.functions),
});

/** A copy for code that may or may not run; it has its own files too. */
export const branchOf = (model: ShellModel): ShellModel => ({ ...fork(model), files: new Map(model.files) });

/** Merges a branch: from now on, it may or may not have run. */
export function joinBranch(model: ShellModel, branch: ShellModel): void {
  for (const [name, values] of branch.variables) {
    model.variables.set(name, unite(model.variables.get(name) ?? [''], values));
  }
  for (const [name, items] of branch.arrays) {
    if (model.arrays.get(name) !== items) model.arrays.set(name, [...(model.arrays.get(name) ?? []), ...items]);
  }
  for (const [name, body] of branch.functions) model.functions.set(name, body);
  joinFiles(model, branch);
  model.cwd = unite(model.cwd, branch.cwd);
}

/** Adds the files that a branch may have written. */
function joinFiles(model: ShellModel, branch: ShellModel): void {
  for (const [path, text] of branch.files) {
    const known = model.files.get(path) ?? '';
    model.files.set(path, text.startsWith(known) ? text : `${known}\n${text}`);
  }
}
