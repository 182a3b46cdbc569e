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
}

export const newModel = (cwd: string, variables: Readonly<Record<string, string>>): ShellModel => ({
  variables: new Map(Object.entries(variables).map(([name, value]) => [name, [value]])),
  arrays: new Map(),
  functions: new Map(),
  positional: [],
  cwd: [cwd],
  stdin: [''],
});

/** A copy that can go its own way, as a subshell does. */
export const fork = (model: ShellModel): ShellModel => ({
  ...model,
  variables: new Map(model.variables),
  arrays: new Map(model.arrays),
  functions: new Map(model.functions),
});

/** Takes back a fork that may or may not have run: from now on both are possible. */
export function join(model: ShellModel, branch: ShellModel): void {
  for (const [name, values] of branch.variables) {
    model.variables.set(name, unite(model.variables.get(name) ?? [''], values));
  }
  for (const [name, items] of branch.arrays) {
    if (model.arrays.get(name) !== items) model.arrays.set(name, [...(model.arrays.get(name) ?? []), ...items]);
  }
  for (const [name, body] of branch.functions) model.functions.set(name, body);
  model.cwd = unite(model.cwd, branch.cwd);
}
