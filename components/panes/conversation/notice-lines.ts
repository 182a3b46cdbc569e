import type { ThreadState } from '@/lib/protocol';

type Notice = ThreadState['notices'][number];

/** One line between messages, for one notice or several retries in a row. */
export interface MergedNotice {
  after: string | undefined;
  notices: readonly Notice[];
}

/** Merges consecutive retries at the same position into one line. */
export function foldRetries(notices: readonly { after: string | undefined; notice: Notice }[]): MergedNotice[] {
  const lines: { after: string | undefined; notices: Notice[] }[] = [];
  for (const { after, notice } of notices) {
    const last = lines.at(-1);
    const same = last?.after === after && last?.notices[0]?.kind === 'retry' && notice.kind === 'retry';
    if (same) last.notices.push(notice);
    else lines.push({ after, notices: [notice] });
  }
  return lines;
}
