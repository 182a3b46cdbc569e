'use client';

import type { CallView, SavedRule } from '@/lib/client/state';
import { Button } from '../../elements/button';
import { cx } from '../../elements/cx';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';

type Trace = NonNullable<CallView['trace']>;

/** A person's rules that allowed the call and still apply, each with a button to revoke it. */
export function OwnRules({ trace, className }: { trace: Trace; className?: string }) {
  const rules = useClientState((state) => state.rules);
  return rules
    .filter((rule) => trace.some(({ step, note }) => step === 'permission' && names(note, rule)))
    .map((rule) => <Revoke key={`${rule.scope} ${rule.rule}`} rule={rule} className={className} />);
}

/** Whether a person was asked about the call, and so may have allowed similar calls for good. */
export const wasAsked = (trace: Trace): boolean =>
  trace.some(({ step, note }) => step === 'permission' && note.startsWith('person: '));

/** Whether a note of the permission step names this rule, not a longer one with the same beginning. */
function names(note: string, { rule, behavior }: SavedRule): boolean {
  const at = note.indexOf(rule);
  return behavior === 'allow' && at >= 0 && note[at + rule.length] !== '(';
}

function Revoke({ rule, className }: { rule: SavedRule; className: string | undefined }) {
  const act = useAct();
  const text = useText('call');
  return (
    <p className={cx('flex flex-wrap items-center gap-x-2 gap-y-1 text-xs', className)}>
      <span className="min-w-0 break-words text-dim">{text.rich('yourRule', { ...TAGS, rule: rule.rule })}</span>
      <Button look="danger" size="small" onClick={() => act((client) => client.removeRule(rule, rule.scope))}>
        {text('revoke')}
      </Button>
    </p>
  );
}
