import { GitFailure } from '../../git-failure';
import { resolveCommit } from '../refs/revision';
import { markedCommits, quoteWords, readTerms, testedRef } from '../refs/bisect-state';
import type { Context } from '../setup/context';
import { goTo, markBisected } from './bisect-next';

/** `git bisect run`: lets a command judge each commit, by its exit code. */
export async function runBisect(context: Context, words: readonly string[]): Promise<number> {
  const { io } = context;
  if (words.length === 0) throw new GitFailure('bisect run failed: no command provided.', 1);
  const terms = await readTerms(context);
  const { newest, olds } = terms ? await markedCommits(context, terms) : { newest: undefined, olds: [] };
  const [old] = olds;
  if (!terms || newest === undefined || old === undefined) return 1;
  const command = quoteWords(words);
  const test = async () => {
    io.out(`running ${command}\n`);
    return (await io.run(['sh', '-c', command, command], { cwd: context.root, env: io.env })).code;
  };
  /** Whether a command that cannot be run fails on a good commit, too. */
  const isBogus = async (code: number) => {
    const here = await resolveCommit(context, await testedRef(context));
    await goTo(context, old);
    const again = await test();
    await goTo(context, here);
    if (again === code) io.err(`error: bogus exit code ${code} for good revision\n`);
    return again === code;
  };
  for (let isVerified = false; ;) {
    const code = await test();
    if (!isVerified && (code === 126 || code === 127)) {
      isVerified = true;
      if (await isBogus(code)) return 1;
    }
    if (code > 127)
      throw new GitFailure(
        `bisect run failed: exit code ${code} from '${command}' is < 0 or >= 128`,
        (256 - code) % 256,
        'error: ',
      );
    const word = code === 125 ? 'skip' : code === 0 ? terms.good : terms.bad;
    const step = await markBisected(context, word, []);
    if (step.end !== undefined) {
      io.out(step.end === 'found' ? 'bisect found first bad commit' : 'bisect run success');
      return 0;
    }
    if (step.code === 0) continue;
    io.err(
      step.code === 2
        ? 'error: bisect run cannot continue any more\n'
        : `error: bisect run failed: 'git bisect--helper --bisect-state ${word}' exited with error code -${step.code}\n`,
    );
    return step.code;
  }
}
