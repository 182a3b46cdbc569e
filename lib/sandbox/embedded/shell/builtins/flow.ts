import { Exit, LoopJump, Return, ShellError, SyntaxExit } from '../control';
import { numberIn } from '../language/parameter';
import { withoutDashes, type Builtin } from './builtin';

const statusIn = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  if (!/^[-+]?\d+$/.test(text)) throw new ShellError(`${text}: numeric argument required`, 2);
  return Number(BigInt.asUintN(8, BigInt(text.replace(/^\+/, ''))));
};

export const exit: Builtin = async (shell, [first, ...more]) => {
  if (first !== undefined && !/^[-+]?\d+$/.test(first)) {
    await shell.complain(`exit: ${first}: numeric argument required`);
    throw new Exit(2);
  }
  if (more.length > 0) throw new ShellError('too many arguments');
  throw new Exit(statusIn(first, shell.status));
};

export const returnBuiltin: Builtin = (shell, [first]) => {
  if (!shell.inFunction && shell.sourceDepth === 0)
    throw new ShellError("can only `return' from a function or sourced script", 2);
  throw new Return(statusIn(first, shell.status));
};

const jump =
  (kind: 'break' | 'continue'): Builtin =>
  async (shell, [levels = '1']) => {
    if (shell.loopDepth === 0) {
      await shell.complain(`${kind}: only meaningful in a \`for', \`while', or \`until' loop`);
      return 0;
    }
    if (!/^\d+$/.test(levels)) throw new ShellError(`${levels}: numeric argument required`, 128, 'script');
    if (Number(levels) < 1) throw new ShellError(`${levels}: loop count out of range`);
    shell.status = 0;
    throw new LoopJump(kind, Number(levels));
  };

export const breakBuiltin = jump('break');
export const continueBuiltin = jump('continue');

export const shift: Builtin = (shell, [count = '1']) => {
  if (!/^-?\d+$/.test(count)) throw new ShellError(`${count}: numeric argument required`);
  const by = Number(count);
  if (by < 0) throw new ShellError(`${count}: shift count out of range`);
  if (by > shell.positional.length) return 1;
  shell.positional = shell.positional.slice(by);
  return 0;
};

export const evalBuiltin: Builtin = async (shell, args) => {
  const text = withoutDashes(args).join(' ');
  shell.status = 0;
  if (text.trim() === '') return 0;
  const { source, position } = shell;
  shell.indirection += 1;
  try {
    await shell.language.text(shell, text, source.name, shell.line, 'eval');
    return shell.status;
  } catch (error) {
    if (!(error instanceof SyntaxExit)) throw error;
    // A syntax error ends the text, not the script.
    Object.assign(shell, { source, position });
    return error.status;
  } finally {
    shell.indirection -= 1;
  }
};

export const letBuiltin: Builtin = (shell, args) => {
  if (args.length === 0) throw new ShellError('expression expected');
  let last = 0n;
  for (const text of args) last = numberIn(shell, text);
  return last === 0n ? 1 : 0;
};
