import type { CommandNode } from 'just-bash';
import { unite, type Alternatives } from './alternatives';

/** What a shell knows at one point of a script, as far as it can be known without running it. */
export interface ShellModel {
  variables: Map<string, Alternatives>;
  arrays: Map<string, readonly string[]>;
  functions: Map<string, CommandNode>;
  positional: readonly string[];
  cwd: Alternatives;
  /** What commands may read from their standard input. */
  stdin: Alternatives;
  /** What the script has written to files, by path. One file system for all shells. */
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

/** A copy that can go its own way, as a subshell does. */
export const fork = (model: ShellModel): ShellModel => ({
  ...model,
  variables: new Map(model.variables),
  arrays: new Map(model.arrays),
  functions: new Map(model.functions),
});

/** A copy for what may or may not run: what it writes is its own, too. */
export const branchOf = (model: ShellModel): ShellModel => ({ ...fork(model), files: new Map(model.files) });

/** Takes back a branch: from now on both are possible, that it has run and that it has not. */
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

/** Takes over what a branch that may not have run has written. */
function joinFiles(model: ShellModel, branch: ShellModel): void {
  for (const [path, text] of branch.files) {
    const known = model.files.get(path) ?? '';
    model.files.set(path, text.startsWith(known) ? text : `${known}\n${text}`);
  }
}
