import type { Assignment, Command, CommandArgument, Word } from 'unbash';
import { builtinsOf, SPECIAL_BUILTINS, type Builtin } from '../builtins';
import { usageOf } from '../builtins/help';
import { SysError } from '../../protocol/sys-client';
import { errorText } from '../io/error-text';
import type { OpenFile } from '../io/open-file';
import { assign } from './assign';
import { Exit, Return, ShellError } from '../control';
import { parseWord } from '@/lib/shell-syntax/words';
import { expandWords } from './expand';
import { inForeground, putInFront } from './foreground';
import { insteadOf } from './missing-programs';
import { exportedFunctions } from './exported-functions';
import { redirect, withRedirections } from './redirect';
import type { Alias, CallFrame, Shell, ShellFunction } from './shell';
import type { ShellTask } from '../task';
import { CommandTrace } from './trace';
import { debugTrap, runTrap, withOwnTraps } from './traps';

const DECLARES = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

/** Runs assignments, a function, a builtin or a program. */
export async function runSimple(shell: Shell, node: Command): Promise<void> {
  const alias = aliasFor(shell, node);
  if (alias) return runAlias(shell, node, alias);
  const assignments = node.prefix.filter((one): one is Assignment => one.type === 'Assignment');
  shell.substituted = undefined;
  const open = shell.substitutions.length;
  const { words, declared } = await wordsOf(shell, node);
  const trace = shell.options.has('xtrace') ? new CommandTrace(shell) : undefined;
  // A declaration of values shows itself, once they are expanded; one with assignments before it, once these are.
  const traced = trace && declared.length === 0 ? () => trace.words(words) : undefined;
  const values = words[0] === 'exec' ? [] : assignments;
  if (values.length === 0) await traced?.();
  await debugTrap(shell, node);
  const [name, ...args] = words;
  const errors = shell.fds.get(2);
  try {
    if (name === undefined) return await onlyAssign(shell, assignments, node, trace);
    shell.lastArgument = args.at(-1) ?? name;
    if (name === 'exec') return await runExec(shell, node, assignments, args);
    await withRedirections(shell, node.redirects, () =>
      call(shell, { name, args, assignments, declared, trace, traced }),
    );
    await tellKilled(shell, errors);
  } catch (error) {
    if (!(error instanceof ShellError) || !shell.isSh || name === undefined || !SPECIAL_BUILTINS.has(name)) throw error;
    throw Object.assign(new ShellError(error.message, 2, 'script'), { told: error.told });
  } finally {
    closeSubstitutions(shell, open);
  }
}

/** The alias that the first word of a command names; a quoted word names none. */
function aliasFor(shell: Shell, { name, redirects }: Command): Alias | undefined {
  if (!name || name.parts || name.text !== name.value) return undefined;
  if (shell.aliases.size + shell.pastAliases.size === 0) return undefined;
  if (!shell.shopts.has('expand_aliases') || shell.openAliases.has(name.text)) return undefined;
  // The body of a here document is elsewhere in the source, and would be lost.
  return redirects.some(({ type }) => type === 'HereDoc') ? undefined : shell.aliasHere(name.text);
}

async function runAlias(shell: Shell, { name, args, pos, end }: Command, { text }: Alias): Promise<void> {
  if (!name) return;
  const { text: whole } = shell.source;
  let written = whole.slice(pos, name.pos) + text;
  let from = name.end;
  // After an alias that ends with a blank, the next word may be one too.
  let last = text;
  for (const word of args) {
    const next = /[ \t]$/.test(last) && word.type === 'Word' && !word.parts ? shell.aliases.get(word.text) : undefined;
    if (!next) break;
    written += whole.slice(from, word.pos) + next.text;
    from = word.end;
    last = next.text;
  }
  shell.openAliases.add(name.text);
  try {
    written += whole.slice(from, end);
    await shell.language.text(shell, written, shell.source.name, shell.line);
  } finally {
    shell.openAliases.delete(name.text);
  }
}

function closeSubstitutions(shell: Shell, from: number): void {
  for (const { fd } of shell.substitutions.splice(from)) shell.fds.close(fd);
}

/** The parser ends a word before and after `<(…)`; if no blank is between, they are one word. */
function wholeWords(words: readonly (Word | CommandArgument)[]): (Word | CommandArgument)[] {
  const made: (Word | CommandArgument)[] = [];
  for (const word of words) {
    const last = made.at(-1);
    if (word.type === 'Word' && last?.type === 'Word' && last.end === word.pos && /[<>]\(/.test(last.text + word.text))
      made[made.length - 1] = {
        type: 'Word',
        pos: last.pos,
        end: word.end,
        text: last.text + word.text,
        value: last.value + word.value,
        parts: [last, word].flatMap(
          ({ parts, pos, end, text, value }) => parts ?? [{ type: 'Literal', pos, end, text, value }],
        ),
      };
    else made.push(word);
  }
  return made;
}

async function wordsOf(shell: Shell, node: Command): Promise<{ words: string[]; declared: Assignment[] }> {
  if (!node.name) return { words: [], declared: [] };
  // In `alias a=b`, too, the parser sees an assignment, but it is a word.
  const declares = DECLARES.has(node.name.value);
  const all = wholeWords([
    node.name,
    ...node.args.map((one) => (declares || one.type === 'Word' ? one : parseWord(one.text))),
  ]);
  const declared = all.filter((one): one is Assignment => one.type === 'Assignment');
  if (declared.length === 0) return { words: await expandWords(shell, all as Word[]), declared };
  const words = await expandWords(
    shell,
    all.filter((one): one is Word => one.type === 'Word'),
  );
  return { words, declared };
}

async function onlyAssign(
  shell: Shell,
  assignments: readonly Assignment[],
  node: Command,
  trace: CommandTrace | undefined,
): Promise<void> {
  await withRedirections(shell, node.redirects, async () => {
    for (const one of assignments) await assignOrEnd(shell, one, trace);
  });
  await trace?.words([]);
  shell.status = shell.substituted ?? 0;
}

/** A failed assignment ends the line; under `set -e`, one to a read-only variable ends the script. */
async function assignOrEnd(shell: Shell, one: Assignment, trace: CommandTrace | undefined): Promise<void> {
  try {
    await assign(shell, one, trace);
  } catch (error) {
    if (!(error instanceof ShellError) || error.ends === 'script') throw error;
    const ends = shell.options.has('errexit') && error.message.endsWith('readonly variable') ? 'script' : 'line';
    throw new ShellError(error.message, 1, ends);
  }
}

/** `exec`: without a command, only the redirections take effect, and they stay. */
async function runExec(shell: Shell, node: Command, assignments: readonly Assignment[], args: string[]): Promise<void> {
  for (const one of assignments) await assign(shell, one);
  await redirect(shell, node.redirects);
  shell.status = 0;
  if (args.length > 0) await call(shell, { name: 'exec', args, assignments: [], declared: [] });
}

/** A command whose words are expanded. */
interface Call {
  name: string;
  args: string[];
  assignments: readonly Assignment[];
  declared: readonly Assignment[];
  trace?: CommandTrace | undefined;
  /** Shows its words for `set -x`, after the assignments before them. */
  traced?: (() => Promise<void>) | undefined;
}

async function call(shell: Shell, { name, args, assignments, declared, trace, traced }: Call): Promise<void> {
  const called = SPECIAL_BUILTINS.has(name) && shell.options.has('posix') ? undefined : shell.functions.get(name);
  if (assignments.length === 0) return dispatch(shell, name, args, called, declared);
  if (SPECIAL_BUILTINS.has(name) && shell.options.has('posix')) {
    for (const one of assignments) await assign(shell, one, trace);
    await traced?.();
    return dispatch(shell, name, args, called, declared);
  }
  shell.vars.pushTemporary();
  try {
    for (const one of assignments) {
      const variable = shell.vars.find(one.name);
      if (variable?.readonly) {
        await shell.complain(`${one.name}: readonly variable`);
        continue;
      }
      const before = variable && !(variable.value instanceof Map) ? variable.value : undefined;
      const local = shell.vars.declareHere(one.name);
      local.value = before;
      local.exported = true;
      local.integer = variable?.integer ?? false;
      await assign(shell, one, trace);
    }
    await traced?.();
    await dispatch(shell, name, args, called, declared);
  } finally {
    shell.vars.pop();
  }
}

async function dispatch(
  shell: Shell,
  name: string,
  args: string[],
  called: ShellFunction | undefined,
  declared: readonly Assignment[],
): Promise<void> {
  const builtin = called || shell.disabled.has(name) ? undefined : builtinsOf(shell).get(name);
  if ((called || builtin) && name !== 'exec') shell.replaceable = false;
  if (called) return callFunction(shell, name, called, args);
  if (builtin) shell.status = await runBuiltin(shell, name, builtin, args, DECLARES.has(name) ? declared : []);
  else shell.status = await runProgram(shell, name, args);
}

async function runBuiltin(
  shell: Shell,
  name: string,
  builtin: Builtin,
  args: string[],
  declared: readonly Assignment[],
): Promise<number> {
  try {
    return await builtin(shell, args, declared);
  } catch (error) {
    if (error instanceof SysError) {
      const what = error.syscall === 'read' ? 'read error: 0' : 'write error';
      await shell.complain(`${name}: ${what}: ${errorText(error)}`);
      return 1;
    }
    if (!(error instanceof ShellError) || error.ends !== 'command') throw error;
    await complainOf(shell, name, error.message);
    if (!shell.isSh) return error.status;
    if (SPECIAL_BUILTINS.has(name) || name === 'local') throw new Exit(2);
    return Math.max(2, error.status);
  }
}

/** Reports a builtin's error; for invalid options also its usage. */
async function complainOf(shell: Shell, name: string, message: string): Promise<void> {
  const usage = shell.isSh ? undefined : usageOf(name);
  if (usage === undefined || !message.startsWith('usage: ')) await shell.complain(`${name}: ${message}`);
  if (usage !== undefined && /^usage: |: invalid option$|: option requires an argument$/.test(message))
    await shell.write(2, `${name}: usage: ${usage}\n`);
}

const MOST_CALLS = 4000;

export async function callFunction(shell: Shell, name: string, called: ShellFunction, args: string[]): Promise<void> {
  const limit = Number(shell.vars.get('FUNCNEST') ?? 0) || MOST_CALLS;
  if (shell.frames.length >= limit)
    throw new ShellError(`${name}: maximum function nesting level exceeded (${limit})`, 1, 'script');
  const { positional, source, position, loopDepth, optionLetter } = shell;
  const frame: CallFrame = { name, source: called.source, callLine: shell.line, callSource: source };
  shell.frames.push(frame);
  shell.vars.push();
  Object.assign(shell, { positional: args, source: called.source, loopDepth: 0 });
  try {
    await withOwnTraps(shell, ['DEBUG', 'RETURN'], () => runBody(shell, called));
  } finally {
    // With a local OPTIND, `getopts` goes on where the caller was.
    if (shell.vars.isLocal('OPTIND')) Object.assign(shell, { optionLetter });
    shell.vars.pop();
    shell.frames.pop();
    Object.assign(shell, { positional, source, position, loopDepth, options: frame.options ?? shell.options });
  }
}

async function runBody(shell: Shell, { body }: ShellFunction): Promise<void> {
  let returned: number | undefined;
  try {
    if (shell.traps.has('DEBUG') && !shell.inTrap) await runTrap(shell, 'DEBUG');
    const command = body.type === 'CompoundList' ? undefined : body;
    if (command) {
      await shell.language.statements(shell, [
        { type: 'Statement', pos: body.pos, end: body.end, command, background: undefined },
      ]);
    }
  } catch (error) {
    if (!(error instanceof Return)) throw error;
    returned = error.status;
  } finally {
    // The trap sees the status of the command before `return`.
    if (shell.traps.has('RETURN')) await runTrap(shell, 'RETURN');
    shell.status = returned ?? shell.status;
  }
}

/** Runs a program and returns its exit status. */
export async function runProgram(shell: Shell, name: string, args: readonly string[], shownAs = name): Promise<number> {
  const path = name.includes('/') ? name : shell.find(name);
  if (path === undefined || name === '') {
    const handler = shell.functions.get('command_not_found_handle');
    if (handler) {
      await callFunction(shell, 'command_not_found_handle', handler, [name, ...args]);
      return shell.status;
    }
    await shell.complain(shell.isSh ? `${name}: not found` : `${name}: command not found`);
    const instead = insteadOf(name);
    if (instead !== undefined) await shell.complain(`${name} is not in this sandbox: ${instead}`);
    return 127;
  }
  if (!name.includes('/')) {
    const { hits = 0, given = false } = shell.hashed.get(name) ?? {};
    shell.hashed.set(name, { path, hits: hits + 1, given });
  }
  const { fds, cwd, umask } = shell;
  const env = { ...shell.vars.exported(), ...exportedFunctions(shell), _: path };
  const sharedInput = shell.loopInput;
  const tasks: ShellTask[] = [];
  const run = shell.system.launch(
    {
      argv: [shownAs, ...args],
      env,
      cwd,
      fds,
      umask,
      parent: shell.task,
      plainShell: shell.isSh ? 'sh' : 'bash',
      sharedInput,
      place: shell.place,
      replaces: shell.replaceable,
      started: (task) => putInFront(shell, tasks, task),
    },
    path,
  );
  const command = [shownAs, ...args].join(' ');
  const [status = 0] = await inForeground(shell, { tasks, command, done: run.then((code) => [code]) });
  shell.jobs.notice();
  const killed = tasks[0]?.killed;
  if (killed && !shell.interactive && !shell.replaceable && shell.subshellLevel === 0) {
    shell.killedProgram = { pid: tasks[0]?.pid ?? 0, killed };
    // dash waits while the program's redirections stand.
    if (shell.isSh) await tellKilled(shell, shell.fds.get(2));
  }
  return status;
}

/** What a script's shell says of a program that a signal ended in the foreground. `to`: where its own errors go. */
async function tellKilled(shell: Shell, to: OpenFile | undefined): Promise<void> {
  const { current, killedProgram } = shell;
  shell.killedProgram = undefined;
  if (!current || !killedProgram || !to) return;
  const { pid, killed } = killedProgram;
  const { signal, said } = killed;
  if (signal === 'INT' || signal === 'PIPE') return;
  const command = current.source.text.slice(current.pos, current.end);
  const text =
    shell.isSh || signal === 'TERM' ? said : `${shell.place}: ${String(pid).padStart(5)} ${said.padEnd(23)} ${command}`;
  await shell.writeTo(to, `${text}\n`).catch(() => undefined);
}
