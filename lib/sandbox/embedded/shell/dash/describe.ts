import { SPECIAL_BUILTINS, takeOptions, type Builtin } from '../builtins/builtin';
import type { Shell } from '../language/shell';

const KEYWORDS: ReadonlySet<string> = new Set(
  '! { } case do done elif else esac fi for if in then until while'.split(' '),
);

/** What a name means, as `type` says it and as `command -v` does; undefined if it means nothing. */
function meaningOf(
  shell: Shell,
  name: string,
  isBuiltin: (name: string) => boolean,
): { said: string; short: string } | undefined {
  const alias = shell.aliases.get(name);
  if (KEYWORDS.has(name)) return { said: 'is a shell keyword', short: name };
  if (alias) return { said: `is an alias for ${alias.text}`, short: `alias ${shown(name, alias.text)}` };
  if (shell.functions.has(name)) return { said: 'is a shell function', short: name };
  if (isBuiltin(name))
    return {
      said: `is a ${SPECIAL_BUILTINS.has(name) || name === 'local' ? 'special ' : ''}shell builtin`,
      short: name,
    };
  const path = shell.find(name);
  return path === undefined ? undefined : { said: `is ${path}`, short: path };
}

const shown = (name: string, text: string): string => `${name}='${text.replaceAll("'", `'"'"'`)}'`;

/** `type` and, for its `-v` and `-V`, `command`; without them, `run` runs what is given. */
export const describeBuiltin =
  (called: 'type' | 'command', isBuiltin: (name: string) => boolean, run?: Builtin): Builtin =>
  async (shell, args, declared) => {
    const { options, rest } = called === 'type' ? { options: new Map(), rest: args } : takeOptions(args, 'pvV');
    const short = options.has('v');
    if (called === 'command' && !short && !options.has('V')) return run ? run(shell, args, declared) : 0;
    let status = 0;
    for (const name of called === 'command' ? rest.slice(0, 1) : rest) {
      const meaning = meaningOf(shell, name, isBuiltin);
      if (!meaning) status = 127;
      if (short && meaning) await shell.write(1, `${meaning.short}\n`);
      else if (!short) await shell.write(1, meaning ? `${name} ${meaning.said}\n` : `${name}: not found\n`);
    }
    return status;
  };

/** `alias`, which lists them without the word itself. */
export const aliasBuiltin =
  (set: Builtin): Builtin =>
  async (shell, args, declared) => {
    let status = 0;
    const asked = args.length === 0 ? [...shell.aliases.keys()].sort() : args;
    for (const word of asked) {
      const alias = shell.aliases.get(word);
      if (word.includes('=')) await set(shell, [word], declared);
      else if (alias) await shell.write(1, `${shown(word, alias.text)}\n`);
      else {
        await shell.write(2, `alias: ${word} not found\n`);
        status = 1;
      }
    }
    return status;
  };
