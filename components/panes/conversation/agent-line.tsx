'use client';

import type { AgentView } from '@/lib/client/agent-view';
import { CornerDownRight } from 'lucide-react';
import { cx } from '../../elements/cx';
import { count } from '../../elements/format';
import { useLocale, useText } from '../../messages/use-text';
import { useCallTitle } from '../../state/use-call-title';

const TONES: Readonly<Record<AgentView['status'] | 'waiting', string>> = {
  running: 'text-run',
  waiting: 'text-wait',
  done: 'text-ok',
  failed: 'text-bad',
  stopped: 'text-faint',
};

/** A sub-agent on one line: its name, and what it is doing now or what it used. */
export function AgentLine({ agent }: { agent: AgentView }) {
  const { name, type, usage, calls } = agent;
  const [text, locale] = [useText('thread'), useLocale()];
  const asked = calls.find(({ phase }) => phase === 'awaiting-approval');
  const status = agent.status === 'running' && asked ? 'waiting' : agent.status;
  const titleOf = useCallTitle();
  const call = agent.status === 'running' ? (asked ?? calls.at(-1)) : undefined;
  const now = call && titleOf(call);
  const used = text('agentUsage', {
    turns: usage.turns,
    calls: usage.calls,
    tokens: count(usage.inputTokens + usage.outputTokens, locale),
  });
  return (
    <p className="flex items-center gap-1.5 px-2.5 pb-1.5 pl-8 text-2xs text-dim" data-agent={agent.id}>
      <CornerDownRight aria-hidden size={11} className="shrink-0 text-faint" />
      <span className="shrink-0 font-mono">{name}</span>
      {type !== name && (
        <span className="min-w-0 truncate text-faint" title={type}>
          {type}
        </span>
      )}
      <span className={cx('shrink-0', TONES[status])}>{text('agentIs', { status })}</span>
      <span className="min-w-0 flex-1 truncate font-mono text-faint" title={now}>
        {now}
      </span>
      <span className="min-w-0 shrink-99 truncate text-faint tabular-nums" title={used}>
        {used}
      </span>
    </p>
  );
}
