'use client';

import type { CallView } from '@/lib/host/state';
import { Fragment, useMemo } from 'react';
import { useHostState } from '../../state/page-context';
import { MessageItem } from './messages';
import { useNotices } from './notices';
import { DepartureCard, ReplayLine, useDeparture } from './replay-line';
import { TimetableRuns } from './timetable-runs';
import { groupBy } from '../../elements/group-by';

const NO_CALLS: readonly CallView[] = [];

/** The whole conversation. Loaded when there is one. */
export default function ThreadView() {
  const messages = useHostState((state) => state.thread.messages);
  const calls = useHostState((state) => state.calls);
  const speaking = useHostState((state) => state.status === 'model');
  const byMessage = useMemo(() => groupBy(calls, ({ messageId }) => messageId), [calls]);
  const last = messages.at(-1)?.id;

  const departure = useDeparture();
  const noticesBelow = useNotices(messages);

  return (
    <>
      {messages.map((message) => (
        <Fragment key={message.id}>
          {message.role !== 'tool' && (
            <MessageItem
              message={message}
              calls={byMessage.get(message.id) ?? NO_CALLS}
              live={speaking && message.id === last}
            />
          )}
          {departure?.within === message.id && <DepartureCard departure={departure} />}
          {noticesBelow(message.id)}
        </Fragment>
      ))}
      {noticesBelow(undefined)}
      <TimetableRuns />
      <ReplayLine departure={departure} />
    </>
  );
}
