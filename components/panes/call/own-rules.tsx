'use client';

import type { CallView, SavedRule } from '@/lib/client/state';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { cx } from '../../elements/cx';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';

type Trace = NonNullable<CallView['trace']>;

/** A person's rules that allowed the call and still apply, each with a button to revoke it, and those just revoked. */
export function OwnRules({ trace, className }: { trace: Trace; className?: string }) {
  const rules = useClientState((state) => state.rules);
  const [revoked, setRevoked] = useState<readonly SavedRule[]>([]);
  const present = rules.filter((rule) => trace.some(({ step, note }) => step === 'permission' && names(note, rule)));
  const gone = revoked.filter((rule) => present.every((one) => idOf(one) !== idOf(rule)));
  return [...present, ...gone].map((rule) => (
    <OwnRule
      key={idOf(rule)}
      rule={rule}
      applies={present.includes(rule)}
      onRevoked={() => setRevoked([...revoked, rule])}
      className={className}
    />
  ));
}

const idOf = ({ scope, rule }: SavedRule): string => `${scope} ${rule}`;

/** Whether a person was asked about the call, and so may have allowed similar calls for good. */
export const wasAsked = (trace: Trace): boolean =>
  trace.some(({ step, note }) => step === 'permission' && note.startsWith('person: '));

/** Whether a note of the permission step names this rule, not a longer one with the same beginning. */
function names(note: string, { rule, behavior }: SavedRule): boolean {
  const at = note.indexOf(rule);
  return behavior === 'allow' && at >= 0 && note[at + rule.length] !== '(';
}

function OwnRule(props: { rule: SavedRule; applies: boolean; onRevoked: () => void; className: string | undefined }) {
  const { rule, applies, onRevoked, className } = props;
  const act = useAct();
  const [text, shared] = [useText('call'), useText('elements')];
  return (
    <p role="status" className={cx('flex flex-wrap items-center gap-x-2 gap-y-1 text-xs', className)}>
      <span className="min-w-0 break-words text-dim">
        {text.rich(applies ? 'yourRule' : 'revoked', { ...TAGS, rule: rule.rule })}
      </span>
      {applies ? (
        <Button
          look="danger"
          size="small"
          onClick={() => {
            act((client) => client.removeRule(rule, rule.scope));
            onRevoked();
          }}
        >
          {text('revoke')}
        </Button>
      ) : (
        <Button size="small" onClick={() => act((client) => client.addRule(rule, rule.scope))}>
          {shared('undo')}
        </Button>
      )}
    </p>
  );
}
