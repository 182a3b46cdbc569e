'use client';

import { useId, useState } from 'react';
import { Button } from '../../elements/button';
import { Pick } from '../../elements/pick';
import type { PermissionRule } from '@/lib/tools/permissions';
import type { Behavior } from './change-rules';
import { useRuleLabel } from './use-rule-label';

const BEHAVIORS: readonly { id: Behavior; title: string }[] = [
  { id: 'allow', title: 'Allow' },
  { id: 'ask', title: 'Ask me' },
  { id: 'deny', title: 'Deny' },
];

/** Writes a rule, and says while it is written what it matches. */
export function RuleField(props: {
  start?: PermissionRule;
  doing: string;
  onRule: (rule: PermissionRule) => void;
  onCancel?: () => void;
}) {
  const { start, doing, onRule, onCancel } = props;
  const [behavior, setBehavior] = useState<Behavior>(start?.behavior ?? 'allow');
  const [rule, setRule] = useState(start?.rule ?? '');
  const note = useId();
  const words = useRuleLabel()(rule);
  const issue = 'issue' in words;
  const untouched = rule === '';
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (issue) return;
        onRule({ behavior, rule: rule.trim() });
        if (!start) setRule('');
      }}
    >
      <div className="flex gap-1.5">
        <Pick
          label={start ? `Behaviour of ${start.rule}` : 'Behaviour of the new rule'}
          value={behavior}
          options={BEHAVIORS}
          onPick={setBehavior}
        />
        <input
          autoFocus={start !== undefined}
          aria-label={start ? `Rule ${start.rule}` : 'New rule'}
          aria-invalid={issue && !untouched}
          aria-describedby={note}
          placeholder="Bash(npm test:*)"
          spellCheck={false}
          value={rule}
          onChange={({ target }) => setRule(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !onCancel) return;
            event.stopPropagation();
            onCancel();
          }}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <Button type="submit" disabled={issue}>
          {doing}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <p id={note} role="status" className={issue && !untouched ? 'text-xs text-bad' : 'text-xs text-dim'}>
        {issue ? words.issue : `Matches ${words.matches}. ${words.unknown ?? ''}`}
      </p>
    </form>
  );
}
