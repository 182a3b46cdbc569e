import { lookUpIn } from '../../look-up';

const TOLD = lookUpIn([
  ['(Said by the schedule: the job "{0}".)', '（由定时任务“{0}”发送）'],
  ['[{0}: {1} To go on with it, call {2} with {3} "{4}".]', '[{0}：{1}如需继续，以 {3} "{4}" 调用 {2}。]'],
  ['[{0}: {1}]', '[{0}：{1}]'],
]);

/** Translates what is added below a message that the clock or an agent sends; the message itself stays. */
export const told = (message: string): string =>
  message.replace(/(?<=\n\n)(?:\(Said by .+\)|\[.+: \d+ turns?, .+\])$/, (tail) =>
    TOLD(
      tail
        .replace(/(\d+) turns?, (\d+) calls?, (\d+) tokens?\./, '$1 轮，$2 次调用，$3 token。')
        .replace(/ Its changes are in the worktree (.+), on the branch (.+?)\./, '改动位于工作树 $1，分支 $2。'),
    ),
  );
