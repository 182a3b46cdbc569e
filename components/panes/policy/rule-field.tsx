'use client';

import { useId, useState } from 'react';
import { Button } from '../../elements/button';
import { Pick } from '../../elements/pick';
import { useText } from '../../messages/use-text';
import type { PermissionRule } from '@/lib/tools/permissions';
import type { Behavior } from './change-rules';
import { useRuleLabel } from './use-rule-label';

const BEHAVIORS: readonly Behavior[] = ['allow', 'ask', 'deny'];

/** A field for a rule that shows what the rule matches while it is being typed. */
export function RuleField(props: {
  start?: PermissionRule;
  doing: string;
  onRule: (rule: PermissionRule) => void;
  onCancel?: () => void;
}) {
  const { start, doing, onRule, onCancel } = props;
  const text = useText('policy');
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
      <div className="flex flex-wrap gap-1.5">
        <Pick
          label={start ? text('behaviourOf', { rule: start.rule }) : text('behaviourNew')}
          value={behavior}
          options={BEHAVIORS.map((id) => ({ id, title: text(id) }))}
          onPick={setBehavior}
        />
        <input
          autoFocus={start !== undefined}
          aria-label={start ? text('ruleIs', { rule: start.rule }) : text('ruleNew')}
          aria-invalid={issue && !untouched}
          aria-describedby={note}
          placeholder={text('ruleExample')}
          spellCheck={false}
          value={rule}
          onChange={({ target }) => setRule(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !onCancel) return;
            event.stopPropagation();
            onCancel();
          }}
          className="field min-w-32 flex-1 font-mono text-xs"
        />
        <Button type="submit" disabled={issue}>
          {doing}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {text('cancel')}
          </Button>
        )}
      </div>
      <p id={note} role="status" className={issue && !untouched ? 'text-xs text-bad' : 'text-xs text-dim'}>
        {issue ? words.issue : `${text('matches', { what: words.matches })} ${words.unknown ?? ''}`}
      </p>
    </form>
  );
}
