import { GitFailure } from '../../git-failure';
import { openContext } from '../context';
import { diffStyle } from '../diff-style';
import type { GitCommand } from '../git-io';
import { commitLook, diffPart } from '../log-options';
import { hasReflog, readReflog, writeReflog } from '../reflog';
import { fullRef } from '../revision';
import { showReflogs } from '../walk-reflogs';
import { readLogOptions } from './log';

export const reflog: GitCommand = async (args, io) => {
  const [first, ...others] = args;
  const context = await openContext(io);
  if (first === 'exists') return (await hasReflog(context, others[0] ?? '')) ? 0 : 1;
  if (first === 'expire') {
    if (others.some((arg) => /^--expire=(?:now|all)$/.test(arg)) && others.includes('--all'))
      for (const ref of ['HEAD', ...(await context.refs.list()).map(({ name }) => name)])
        if (await hasReflog(context, ref)) await writeReflog(context, ref, []);
    return;
  }
  if (first === 'delete') {
    for (const name of others.filter((arg) => !arg.startsWith('-'))) {
      const [, base = '', digits] = /^(.*)@\{(\d+)\}$/.exec(name) ?? [];
      const ref = base === 'HEAD' || base === '' ? 'HEAD' : await fullRef(context, base);
      if (digits === undefined || ref === undefined) throw new GitFailure(`no reflog for '${name}'`);
      await writeReflog(
        context,
        ref,
        (await readReflog(context, ref)).filter((_, at) => at !== Number(digits)),
      );
    }
    return;
  }
  const options = readLogOptions(['--oneline', ...(first === 'show' ? others : args)]);
  const look = await commitLook(context, options, diffStyle(context, diffPart(options)));
  return showReflogs(context, options, look);
};
