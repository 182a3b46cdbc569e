import { parse } from 'unbash';
import { commandText } from './function-text';
import type { Variables } from './variables';

interface Named {
  readonly name: string;
}

/** The parts of a shell that its computed variables read. */
export interface ComputedFrom {
  readonly vars: Pick<Variables, 'computed' | 'arrays'>;
  readonly startedAt: number;
  readonly line: number;
  readonly task: { readonly pid: number };
  readonly subshellLevel: number;
  readonly source: Named & { readonly text: string };
  readonly current:
    | {
        readonly source: { readonly text: string };
        readonly pos: number;
        readonly end: number;
        readonly text?: string | undefined;
      }
    | undefined;
  readonly options: ReadonlySet<string>;
  readonly shopts: ReadonlySet<string>;
  readonly pipeStatus: readonly number[];
  readonly cwd: string;
  readonly dirStack: readonly string[];
  readonly history: readonly string[];
  readonly inFunction: boolean;
  name: string;
  readonly frames: readonly (Named & { readonly callSource: Named; readonly callLine: number })[];
  readonly scriptFile: string | undefined;
}

/** A command as bash writes it, which is not always as the script does. */
function asBashWrites(text: string): string {
  const { commands, errors } = parse(text);
  const [one] = commands;
  // Of a here document, the text has only the beginning.
  return one && !errors?.length && !/<<(?!<)/.test(text) ? commandText(one.command, text) : text;
}

/** Defines the variables whose value is computed when read. Each shell has its own, subshells too. */
export function compute(shell: ComputedFrom): void {
  const { vars } = shell;
  let seconds = shell.startedAt;
  let seed: number | undefined;
  let last = 0;
  // Bash's own generator, so that a seed gives the same numbers as in bash.
  const random = (): string => {
    let next = last;
    while (next === last) {
      const from = seed === undefined ? 1 + Math.floor(Math.random() * 2_147_483_646) : seed || 123_459_876;
      const made = 16_807 * (from % 127_773) - 2836 * Math.floor(from / 127_773);
      seed = made < 0 ? made + 0x7f_ff_ff_ff : made;
      next = ((seed >>> 16) ^ (seed & 65_535)) & 32_767;
    }
    last = next;
    return String(next);
  };
  const all: Record<string, { get: () => string; set?: (value: string) => void }> = {
    RANDOM: { get: random, set: (value) => void ([seed, last] = [(Number(value) || 0) >>> 0, 0]) },
    SRANDOM: { get: () => String(Math.floor(Math.random() * 4_294_967_296)) },
    HISTCMD: { get: () => String(shell.history.length + 1) },
    SECONDS: {
      get: () => String(Math.floor((Date.now() - seconds) / 1000)),
      set: (value) => void (seconds = Date.now() - Number(value) * 1000),
    },
    EPOCHSECONDS: { get: () => String(Math.floor(Date.now() / 1000)) },
    EPOCHREALTIME: { get: () => (Date.now() / 1000).toFixed(6) },
    LINENO: { get: () => String(shell.line) },
    BASHPID: { get: () => String(shell.task.pid) },
    BASH_SUBSHELL: { get: () => String(shell.subshellLevel) },
    BASH_COMMAND: {
      get: () => {
        const { current } = shell;
        return current?.text ?? asBashWrites(current?.source.text.slice(current.pos, current.end) ?? '');
      },
    },
    BASH_ARGV0: { get: () => shell.name, set: (value) => void (shell.name = value) },
    SHELLOPTS: { get: () => [...shell.options].sort().join(':') },
    BASHOPTS: { get: () => [...shell.shopts].sort().join(':') },
  };
  for (const [name, one] of Object.entries(all)) vars.computed.set(name, one);
  const { arrays } = vars;
  arrays.set('PIPESTATUS', () => shell.pipeStatus.map(String));
  arrays.set('DIRSTACK', () => [shell.cwd, ...shell.dirStack]);
  arrays.set('GROUPS', () => ['1000']);
  arrays.set('FUNCNAME', () => {
    if (!shell.inFunction) return [];
    const names = shell.frames.map(({ name }) => name).reverse();
    return shell.scriptFile === undefined ? names : [...names, 'main'];
  });
  arrays.set('BASH_SOURCE', () => {
    const named = [shell.source, ...shell.frames.map(({ callSource }) => callSource).reverse()];
    const shown = shell.scriptFile === undefined ? named.slice(0, -1) : named;
    return shown.map(({ name }) => (name === 'bash' ? 'environment' : name));
  });
  arrays.set('BASH_LINENO', () => {
    const lines = shell.frames.map(({ callLine }) => String(callLine)).reverse();
    return shell.scriptFile === undefined ? lines : [...lines, '0'];
  });
}

/** Dash has none of the variables that are computed when read. */
export function forgetComputed({ arrays, computed }: ComputedFrom['vars']): void {
  arrays.clear();
  computed.clear();
}
