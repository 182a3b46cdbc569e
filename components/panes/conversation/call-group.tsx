import type { CallView } from '@/lib/client/state';
import { duration } from '../../elements/format';
import { cx } from '../../elements/cx';
import { useLocale, useText } from '../../messages/use-text';
import { CallCard } from './call-card';
import { callGroups, groupDuration, groupTitle, type CallGroup } from './call-groups';

/** One message's calls, in groups; a line marks where writing begins. */
export function CallGroups({ calls }: { calls: readonly CallView[] }) {
  const groups = callGroups(calls);
  return groups.map((group, index) => (
    <div key={group.calls[0]?.id} className="grid grid-cols-1 gap-2.5">
      {/^(writing|running)/.test(groupTitle(group)) && groups[index - 1]?.kind === 'read' && <WritingBegins />}
      <Group group={group} />
    </div>
  ));
}

const EXPLAINS = { read: 'readExplains', agents: 'agentsExplain', write: 'writeExplains' } as const;

/** Calls from which the browser draws only cards that are in view: with hundreds, each change took most of its time to draw. */
const MANY = 50;

function Group({ group }: { group: CallGroup }) {
  const [text, locale] = [useText('thread'), useLocale()];
  // A single call shows its own duration.
  const took = group.calls.length > 1 ? groupDuration(group.calls) : undefined;
  const title = text(groupTitle(group));
  return (
    <div
      role="group"
      aria-label={title}
      className={cx(
        'overflow-hidden rounded-lg border border-line bg-panel',
        group.calls.length > MANY && '*:[contain-intrinsic-size:auto_30px] *:[content-visibility:auto]',
      )}
    >
      <p className="flex justify-between gap-2 px-2.5 py-1 text-2xs text-faint" title={text(EXPLAINS[group.kind])}>
        <span>{title}</span>
        {took !== undefined && <span className="tabular-nums">{duration(took, locale)}</span>}
      </p>
      {group.calls.map((call) => (
        <CallCard key={call.id} call={call} />
      ))}
    </div>
  );
}

const WritingBegins = () => (
  <p className="flex items-center gap-2 text-2xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    {useText('thread')('writingBegins')}
  </p>
);
