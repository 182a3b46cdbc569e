import { SignalSchema } from '../../protocol/signals';
import { bringToFront } from '../language/foreground';
import type { Job } from '../language/jobs';
import { ShellError } from '../control';
import { numberIn } from '../language/parameter';
import type { Shell } from '../language/shell';
import { SIGNALS, signalArgument, signalName } from '../task';
import { runPendingTraps } from '../language/traps';
import { takeOptions, type Builtin } from './builtin';

export const waitBuiltin: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'fn', 'p');
  if (options.has('n')) return waitForAny(shell, rest, options.get('p'));
  if (rest.length === 0) {
    for (const job of shell.jobs.all.slice()) {
      const status = await waitForJob(shell, job);
      if (status > 128 && job.status === undefined) return status;
      // A terminal tells of it before the next prompt; with job control, `jobs` does if a signal ended it.
      if (!shell.interactive && (!job.killed || !shell.options.has('monitor'))) release(shell, job);
    }
    shell.jobs.forget();
    return 0;
  }
  let status = 0;
  for (const word of rest) status = await waitForWord(shell, word);
  return status;
};

/** Forgets a job that has been waited for; dash tells of it once more. */
function release(shell: Shell, job: Job): void {
  if (shell.isSh) job.waited = true;
  else shell.jobs.remove(job);
}

/** Signals that end a job without a word from the shell. */
const UNTOLD = new Set(['INT', 'PIPE', 'TERM']);

async function waitForWord(shell: Shell, word: string): Promise<number> {
  const job = shell.jobs.find(word);
  if (job) {
    const status = await waitForJob(shell, job);
    if (job.status === undefined) return status;
    release(shell, job);
    shell.jobs.notice();
    const { killed } = job;
    if (killed && shell.isSh && killed.signal !== 'INT' && killed.signal !== 'PIPE')
      await shell.write(2, `${killed.said}\n`);
    else if (killed && !UNTOLD.has(killed.signal))
      await shell.complain(`${String(job.pid).padStart(5)} ${killed.said.padEnd(23)} ${job.command}`);
    return status;
  }
  const ended = /^\d+$/.test(word) ? shell.jobs.statusOf(Number(word)) : undefined;
  if (ended !== undefined) return ended;
  if (word.startsWith('%')) throw shell.isSh ? noSuchJob(word) : new ShellError(`${word}: no such job`, 127);
  if (!/^\d+$/.test(word) && shell.isSh) throw new ShellError(`Illegal number: ${word}`, 2);
  if (shell.isSh) return 127;
  if (!/^\d+$/.test(word)) throw new ShellError(`\`${word}': not a pid or valid job spec`, 2);
  throw new ShellError(`pid ${word} is not a child of this shell`, 127);
}

/** What dash says of a job that is not there. */
const noSuchJob = (word: string): ShellError => new ShellError(`No such job: ${word}`, 2);

/** Waits for a job; returns its status, or that of a trapped signal if one came first. */
async function waitForJob(shell: Shell, job: Job): Promise<number> {
  if (job.status !== undefined) return job.status;
  const status = await shell.task.wait(shell.jobs.waitFor(job.done));
  if (status !== undefined) return status;
  const [signal = ''] = shell.pendingTraps;
  await runPendingTraps(shell);
  return 128 + (SIGNALS[signal] ?? 0);
}

async function waitForAny(shell: Shell, words: readonly string[], variable: string | undefined): Promise<number> {
  const all = words.length > 0 ? words.flatMap((word) => shell.jobs.find(word) ?? []) : shell.jobs.all;
  const jobs = all.filter(({ noticed }) => !noticed);
  if (jobs.length === 0) return 127;
  const first = await shell.task.wait(Promise.race(jobs.map((job) => job.done.then(() => job))));
  shell.jobs.remove(first);
  if (variable !== undefined) shell.vars.set(variable, String(first.pid));
  return first.status ?? 0;
}

/** Whether the shell controls its jobs, so that it notices when one stops. */
const controls = (shell: Shell): boolean => shell.interactive || shell.options.has('monitor');

export const jobs: Builtin = async (shell, args) => {
  if (args[0] === '-x') return shell.language.words(shell, pidsFor(shell, args.slice(1)), false);
  const { options, rest } = takeOptions(args, 'lnprs');
  // The status of a job that has just ended may not be set yet.
  await Promise.resolve();
  const listed = shell.jobs.all.length > 0 || shell.isSh ? [...shell.jobs.all] : shell.jobs.inherited;
  const asked = rest.map((word) => shell.jobs.find(word));
  const unknown = rest[asked.indexOf(undefined)];
  if (unknown !== undefined) throw new ShellError(`${unknown}: no such job`);
  for (const job of shell.isSh ? listed.toReversed() : listed) {
    if (asked.length > 0 && !asked.includes(job)) continue;
    const done = job.status !== undefined;
    const stops = controls(shell);
    const stopped = stops && job.isStopped;
    if (options.has('r') && (done || stopped)) continue;
    if (options.has('s') && (done || !stopped)) continue;
    const about = options.has('p')
      ? String(job.pid)
      : shell.jobs.describe(job, {
          long: options.has('l'),
          stops,
          among: shell.isSh ? shell.jobs.all : listed,
        });
    await shell.write(1, `${shell.isSh && !options.has('p') ? asInDash(about, controls(shell)) : about}\n`);
    if (done) shell.jobs.remove(job);
  }
  return 0;
};

/** A line of `jobs` in dash's form, with the command only if jobs are controlled. */
const asInDash = (line: string, withCommand: boolean): string =>
  line.replace(
    /^(\[\d+\])(.)  ((?:\d+ )?\S+(?: \S+)*?)\s{2,}([^]*)$/,
    (_, number: string, mark: string, state: string, command: string) => {
      const told = state.replace(/Exit (\d+)$/, 'Done($1)');
      return `${number} ${mark} ${told}`.padEnd(33) + (withCommand ? command.replace(/ &$/, '') : '');
    },
  );

/** Words in which the jobs named are replaced by their process ids. */
const pidsFor = (shell: Shell, words: readonly string[]): string[] =>
  words.map((word) => (word.startsWith('%') ? String(shell.jobs.find(word)?.pid ?? word) : word));

export const disown: Builtin = (shell, args) => {
  const { options, rest } = takeOptions(args, 'ahr');
  if (options.has('a')) shell.jobs.all.length = 0;
  const all = options.has('a') || options.has('r');
  if (options.has('r')) for (const job of shell.jobs.all.filter(({ isStopped }) => !isStopped)) shell.jobs.remove(job);
  for (const word of rest.length > 0 || all ? rest : ['%+']) {
    const job = shell.jobs.find(word);
    if (!job) throw new ShellError(rest.length > 0 ? `${word}: no such job` : 'current: no such job');
    shell.jobs.remove(job);
  }
  return 0;
};

export const foreground: Builtin = async (shell, [word]) => {
  if (!controls(shell)) throw new ShellError('no job control');
  const job = shell.jobs.find(word ?? '%+');
  if (!job) throw new ShellError(`${word ?? 'current'}: no such job`);
  await shell.write(1, `${job.command}\n`);
  return bringToFront(shell, job);
};

export const background: Builtin = async (shell, [word]) => {
  if (!controls(shell)) throw new ShellError('no job control');
  const job = shell.jobs.find(word ?? '%+');
  if (!job) throw new ShellError(`${word ?? 'current'}: no such job`);
  if (!job.isStopped) throw new ShellError(`job ${job.number} already in background`, 0);
  job.signal('CONT');
  await shell.write(1, `[${job.number}]${job === shell.jobs.all.at(-1) ? '+' : '-'} ${job.command} &\n`);
  return 0;
};

export const kill: Builtin = async (shell, args) => {
  const [first = '', ...more] = args;
  if (first === '-l' || first === '-L') return listSignals(shell, more);
  let signal: string | undefined = 'TERM';
  let rest = args;
  if (first === '-s' || first === '-n') {
    if (more.length === 0) throw new ShellError(`${first}: option requires an argument`);
    signal = signalArgument(more[0] ?? '');
    if (signal === undefined) throw new ShellError(`${more[0] ?? ''}: invalid signal specification`);
    rest = more.slice(1);
  } else if (/^-./.test(first) && first !== '--') {
    const name = first.slice(1);
    signal = signalArgument(name);
    if (signal === undefined) throw new ShellError(`${name}: invalid signal specification`);
    rest = more;
  }
  if (rest[0] === '--') rest = rest.slice(1);
  if (rest.length === 0) throw new ShellError('usage: kill', 2);
  let status = 0;
  for (const word of rest) if (!(await send(shell, word, signal))) status = 1;
  return status;
};

async function send(shell: Shell, word: string, signal: string): Promise<boolean> {
  if (word.startsWith('%')) {
    const job = shell.jobs.find(word);
    if (!job && shell.isSh) throw noSuchJob(word);
    if (!job) await shell.complain(`kill: ${word}: no such job`);
    else {
      job.signal(signal);
      // A job that is stopped has to go on to see it.
      if (job.isStopped && (signal === 'TERM' || signal === 'HUP')) job.signal('CONT');
    }
    return job !== undefined;
  }
  if (!/^-?\d+$/.test(word) && shell.isSh) throw new ShellError(`Illegal number: ${word}`, 2);
  if (!/^-?\d+$/.test(word)) {
    await shell.complain(`kill: ${word}: arguments must be process or job IDs`);
    return false;
  }
  const pid = Number(numberIn(shell, word));
  const group = pid <= 0;
  const task = pid === 0 ? shell.system.tasks.running.get(shell.pid) : shell.system.tasks.running.get(Math.abs(pid));
  const job = shell.jobs.all.find((one) => one.pid === pid);
  // A process outside this shell, such as the one that started it.
  if (!task?.parent && pid > 1) {
    const known = signal === '0' ? null : SignalSchema.safeParse(`SIG${signal}`).data;
    if (known !== undefined && shell.system.sys.kill(pid, known)) return true;
  }
  if (!task) {
    await shell.complain(shell.isSh ? 'kill: No such process\n' : `kill: (${word}) - No such process`);
    return false;
  }
  // A job's children end with it: here nothing runs on its own.
  if (group || job) task.signalGroup(signal);
  else task.signal(signal);
  return true;
}

/** `kill -l`: prints all signals, or the numbers and names of some. */
export async function listSignals(shell: Shell, words: readonly string[]): Promise<number> {
  if (words.length === 0) {
    const all = Object.entries(SIGNALS).map(([name, number]) => `${String(number).padStart(2)}) SIG${name}`);
    const rows = Array.from({ length: Math.ceil(all.length / 5) }, (_, row) =>
      all.slice(row * 5, row * 5 + 5).join('\t'),
    );
    await shell.write(1, `${rows.join('\n')}\n`);
    return 0;
  }
  for (const word of words) {
    const name = signalName(word);
    if (name === undefined) throw new ShellError(`${word}: invalid signal specification`);
    await shell.write(1, `${/^\d+$/.test(word) ? name : SIGNALS[name]}\n`);
  }
  return 0;
}
