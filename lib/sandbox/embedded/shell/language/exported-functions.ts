import { parse } from 'unbash';
import type { Shell } from './shell';
import { SourceText } from './source-text';

const VARIABLE = /^BASH_FUNC_(.+)%%$/;

/** The environment variables that pass the functions of `export -f` to programs. */
export const exportedFunctions = (shell: Shell): Record<string, string> =>
  Object.fromEntries(
    [...shell.exportedFunctions].map((name) => {
      const inner = shell.language.describe(shell, name, 1).trimEnd().split('\n').slice(2, -1);
      return [`BASH_FUNC_${name}%%`, `() { ${inner.join('\n')}\n}`];
    }),
  );

/** Defines the functions that a parent shell exported into the environment. */
export function importFunctions(shell: Shell, env: Readonly<Record<string, string>>): void {
  for (const [variable, value] of Object.entries(env)) {
    const name = VARIABLE.exec(variable)?.[1];
    if (name === undefined || !value.startsWith('() {')) continue;
    const source = new SourceText(`${name} ${value}`, 'environment');
    const { commands, errors } = parse(source.text);
    const command = commands[0]?.command;
    if (errors?.length || commands.length !== 1 || command?.type !== 'Function') continue;
    shell.functions.set(name, { body: command.body, source });
    shell.exportedFunctions.add(name);
  }
}
