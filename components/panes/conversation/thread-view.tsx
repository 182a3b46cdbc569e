'use client';

import type { CallView } from '@/lib/client/state';
import { Fragment, useMemo } from 'react';
import { useClientState } from '../../state/page-context';
import { BeingSaid } from './being-said';
import { MessageItem } from './messages';
import { useNotices } from './notices';
import { DivergenceCard, ReplayLine, useDivergence } from './replay-line';
import { ScheduledRuns } from './scheduled-runs';
import { useFirstDrawn } from './use-first-drawn';
import { groupBy } from '@/lib/protocol/group-by';

const NO_CALLS: readonly CallView[] = [];

/** The whole conversation. Loaded once there is one. */
export default function ThreadView() {
  const messages = useClientState((state) => state.thread.messages);
  const calls = useClientState((state) => state.calls);
  const speaking = useClientState((state) => state.status === 'model');
  const byMessage = useMemo(() => groupBy(calls, ({ messageId }) => messageId), [calls]);
  const last = messages.at(-1)?.id;
  const loading = useClientState((state) => state.status === 'loading');
  const first = useFirstDrawn(messages.length, loading);

  const divergence = useDivergence();
  const noticesBelow = useNotices(messages);

  return (
    <>
      {messages.slice(first).map((message) => (
        <Fragment key={message.id}>
          {message.role !== 'tool' && (
            <MessageItem
              message={message}
              calls={byMessage.get(message.id) ?? NO_CALLS}
              live={speaking && message.id === last}
            />
          )}
          {divergence?.within === message.id && <DivergenceCard divergence={divergence} />}
          {noticesBelow(message.id)}
        </Fragment>
      ))}
      <BeingSaid />
      {noticesBelow(undefined)}
      <ScheduledRuns />
      <ReplayLine divergence={divergence} />
    </>
  );
}
