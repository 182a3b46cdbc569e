import { currentBranch } from '../../repository';
import type { Context } from '../setup/context';
import { readReflog, writeReflog } from './reflog';

/** Changes the reason of the last reflog entry of HEAD and of its branch. */
export async function rewordLast(context: Context, reword: (reason: string) => string): Promise<void> {
  const branch = await currentBranch(context);
  for (const ref of ['HEAD', ...(branch === undefined ? [] : [`refs/heads/${branch}`])]) {
    const [last, ...others] = await readReflog(context, ref);
    if (last) await writeReflog(context, ref, [{ ...last, reason: reword(last.reason) }, ...others]);
  }
}
