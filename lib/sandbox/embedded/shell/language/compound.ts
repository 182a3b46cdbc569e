import type { Case, CommandNode, CompoundList, For, If, Select, While, ArithmeticFor } from 'unbash';
import { evaluate } from './arithmetic';
import { arithmeticScope, expandText } from './arithmetic-text';
import { holds } from './conditional';
import { LoopJump } from '../control';
import { startCoproc } from './coproc';
import { expandToPattern, expandToText, expandWords } from './expand';
import { inForeground, putInFront } from './foreground';
import { commandText } from './function-text';
import { inLocale } from './locale-text';
import { patternRegExp } from './pattern';
import { withRedirections } from './redirect';
import { readLine } from './read-line';
import type { Shell } from './shell';
import { selectMenu } from './select-menu';
import { runToEnd } from './subshell';
import type { ShellTask } from '../task';
import { traceCompound } from './trace';
import { debugTrap } from './traps';

type Compound = Exclude<CommandNode, { type: 'Command' }>;

export async function runCompound(shell: Shell, node: Compound): Promise<void> {
  switch (node.type) {
    case 'Redirected':
      return withRedirections(shell, node.redirects, () => runCompound(shell, node.command));
    case 'BraceGroup':
      return run(shell, node.body);
    case 'Subshell': {
      const child = shell.fork();
      child.traps.delete('EXIT');
      child.loopDepth = 0;
      child.jobs.inherited = [];
      const tasks: ShellTask[] = [];
      putInFront(shell, tasks, child.task);
      const done = runToEnd(child, () => run(child, node.body)).then((status) => [status]);
      const [status = 0] = await inForeground(shell, {
        tasks,
        command: commandText(node, shell.source.text),
        done,
      });
      shell.status = status;
      shell.jobs.notice();
      return;
    }
    case 'If':
      return runIf(shell, node);
    case 'While':
      return runWhile(shell, node);
    case 'For':
      return runFor(shell, node);
    case 'ArithmeticFor':
      return runArithmeticFor(shell, node);
    case 'Select':
      return runSelect(shell, node);
    case 'Case':
      return runCase(shell, node);
    case 'Function':
      shell.status = 0;
      if (node.body.type !== 'CompoundList')
        shell.functions.set(node.name.value, { body: node.body, source: shell.source });
      return;
    case 'ArithmeticCommand': {
      await debugTrap(shell, node);
      await traceCompound(shell, `(( ${node.body} ))`);
      const value = await arithmetic(shell, node.body);
      shell.status = value === 0n ? 1 : 0;
      return;
    }
    case 'TestCommand':
      await debugTrap(shell, node);
      shell.status = (await holds(shell, node.expression)) ? 0 : 1;
      return;
    case 'Coproc':
      return startCoproc(shell, node);
  }
}

const run = (shell: Shell, { commands }: CompoundList): Promise<void> => shell.language.statements(shell, commands);

const arithmetic = async (shell: Shell, text: string): Promise<bigint> =>
  evaluate((await expandText(shell, text)).replaceAll('"', ''), arithmeticScope(shell));

async function condition(shell: Shell, list: CompoundList): Promise<boolean> {
  shell.tolerant += 1;
  try {
    await run(shell, list);
  } finally {
    shell.tolerant -= 1;
  }
  return shell.status === 0;
}

async function runIf(shell: Shell, node: If): Promise<void> {
  for (const { clause, then } of [node, ...node.elif]) {
    if (await condition(shell, clause)) return run(shell, then);
  }
  if (node.else) await run(shell, node.else);
  else shell.status = 0;
}

/** Runs a loop's body once; returns whether the loop continues. */
async function turn(shell: Shell, body: CompoundList): Promise<boolean> {
  try {
    await run(shell, body);
    return true;
  } catch (error) {
    if (!(error instanceof LoopJump)) throw error;
    if (error.levels > 1 && shell.loopDepth > 1) {
      error.levels -= 1;
      throw error;
    }
    return error.kind === 'continue';
  }
}

/** Runs a loop; inside it `break` and `continue` are valid. */
async function looping(shell: Shell, loop: () => Promise<void>): Promise<void> {
  const { loopInput } = shell;
  shell.loopDepth += 1;
  shell.loopInput = shell.fds.get(0);
  try {
    await loop();
  } finally {
    shell.loopDepth -= 1;
    shell.loopInput = loopInput;
  }
}

const runWhile = (shell: Shell, { kind, clause, body }: While): Promise<void> =>
  looping(shell, async () => {
    let status = 0;
    for (;;) {
      let goesOn: boolean;
      try {
        goesOn = (await condition(shell, clause)) === (kind === 'while');
      } catch (error) {
        if (!(error instanceof LoopJump) || error.levels > 1) throw error;
        if (error.kind === 'break') break;
        continue;
      }
      if (!goesOn) break;
      const again = await turn(shell, body);
      status = shell.status;
      if (!again) break;
    }
    shell.status = status;
  });

const runFor = (shell: Shell, { pos, name, wordlist, body }: For): Promise<void> =>
  looping(shell, async () => {
    const head = { pos, end: wordlist?.at(-1)?.end ?? name.end };
    const values = wordlist ? await expandWords(shell, wordlist) : [...shell.positional];
    shell.status = 0;
    for (const value of values) {
      await traceCompound(shell, `for ${name.value} in ${wordlist?.map(({ text }) => text).join(' ') ?? '"$@"'}`);
      await debugTrap(shell, head);
      shell.vars.set(shell.vars.follow(name.value), value);
      if (!(await turn(shell, body))) break;
    }
  });

const runArithmeticFor = (shell: Shell, { pos, initialize, test, update, body }: ArithmeticFor): Promise<void> =>
  looping(shell, async () => {
    // The trace shows the blanks behind a part, too.
    const text = (node: typeof test) =>
      node &&
      shell.source.text.slice(node.pos, node.end) + (/^[ \t]+/.exec(shell.source.text.slice(node.end))?.[0] ?? '');
    const [first, until, then] = [text(initialize), text(test), text(update)];
    const valueOf = async (part: string) => {
      await debugTrap(shell, { pos, end: pos }, `((${part.trimEnd()}))`);
      await traceCompound(shell, `(( ${part} ))`);
      return arithmetic(shell, part);
    };
    if (first !== undefined) await valueOf(first);
    shell.status = 0;
    while (until === undefined || (await valueOf(until)) !== 0n) {
      if (!(await turn(shell, body))) break;
      if (then !== undefined) await valueOf(then);
    }
  });

const runSelect = (shell: Shell, { name, wordlist, body }: Select): Promise<void> =>
  looping(shell, async () => {
    const values = wordlist ? await expandWords(shell, wordlist) : [...shell.positional];
    shell.status = 0;
    if (values.length === 0) return;
    const menu = selectMenu(values, Number(shell.vars.get('COLUMNS')) || 80);
    await shell.write(2, menu);
    for (;;) {
      await shell.write(2, shell.vars.get('PS3') ?? '#? ');
      const line = await readLine(shell, 0);
      if (line === undefined) {
        await shell.write(1, '\n');
        shell.status = 1;
        return;
      }
      if (line.text === '') {
        await shell.write(2, menu);
        continue;
      }
      shell.vars.set('REPLY', line.text);
      shell.vars.set(name.value, values[Number(line.text) - 1] ?? '');
      if (!(await turn(shell, body))) return;
    }
  });

async function runCase(shell: Shell, { pos, word, items }: Case): Promise<void> {
  await debugTrap(shell, { pos, end: word.end }, `case ${word.text} in`);
  const text = inLocale(shell, await expandToText(shell, word));
  await traceCompound(shell, `case ${word.text} in`);
  const ignoreCase = shell.shopts.has('nocasematch');
  shell.status = 0;
  let through = false;
  for (const { pattern, body, terminator } of items) {
    let matches = through;
    for (const one of matches ? [] : pattern) {
      if (!patternRegExp(inLocale(shell, await expandToPattern(shell, one)), { ignoreCase }).test(text)) continue;
      matches = true;
      break;
    }
    if (!matches) continue;
    await run(shell, body);
    if (terminator !== ';&' && terminator !== ';;&') return;
    through = terminator === ';&';
  }
}
