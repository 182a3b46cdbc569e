'use client';

import type { SavedRule } from '@/lib/client/state';
import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { IconButton } from '../../elements/button';
import { NoticeLine } from '../../elements/notice-line';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';
import { keepEverywhere, replaceRule, type Behavior } from './change-rules';
import { RuleField } from './rule-field';
import { useRuleLabel } from './use-rule-label';

/** In the order in which the permission step evaluates them. */
const GROUPS: readonly { behavior: Behavior; title: `${Behavior}Group`; tone: string }[] = [
  { behavior: 'deny', title: 'denyGroup', tone: 'text-deny' },
  { behavior: 'ask', title: 'askGroup', tone: 'text-wait' },
  { behavior: 'allow', title: 'allowGroup', tone: 'text-ok' },
];

/** A person's rules by behaviour, to add, change and remove. */
export function Rules() {
  const text = useText('policy');
  const act = useAct();
  const rules = useClientState((state) => state.rules);
  const [editing, setEditing] = useState<string | null>(null);
  const [removed, setRemoved] = useState<SavedRule | null>(null);
  const remove = (rule: SavedRule): void => {
    act((client) => client.removeRule(rule, rule.scope));
    setRemoved(rule);
  };
  const putBack = (rule: SavedRule): void => {
    act((client) => client.addRule(rule, rule.scope));
    setRemoved(null);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      {GROUPS.map(({ behavior, title, tone }) => {
        const own = rules.filter((rule) => rule.behavior === behavior);
        if (own.length === 0) return null;
        return (
          <section key={behavior} aria-label={text(title)} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <h4 className={`text-2xs ${tone}`}>{text(title)}</h4>
            <ul className="divide-y divide-line rounded-md border border-line">
              {own.map((rule) => (
                <li key={idOf(rule)} className="px-2 py-1">
                  {editing === idOf(rule) ? (
                    <RuleField
                      start={rule}
                      doing={text('save')}
                      onCancel={() => setEditing(null)}
                      onRule={(next) => {
                        setEditing(null);
                        act((client) => replaceRule(client, rule, next));
                      }}
                    />
                  ) : (
                    <RuleRow
                      rule={rule}
                      onEdit={() => setEditing(idOf(rule))}
                      onRemove={() => remove(rule)}
                      onKeep={() => act((client) => keepEverywhere(client, rule))}
                    />
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <NoticeLine
        notice={removed ? { words: text('removed', { rule: removed.rule }), undo: () => putBack(removed) } : undefined}
        onDismiss={() => setRemoved(null)}
      />
      <ScenarioRules />
      {rules.length === 0 && <p className="text-xs text-dim">{text('noRules')}</p>}
      <RuleField doing={text('add')} onRule={(rule) => act((client) => client.addRule(rule, 'everywhere'))} />
    </div>
  );
}

/** The rules that the scenario adds for its thread. */
function ScenarioRules() {
  const text = useText('policy');
  const rules = useClientState((state) => state.setup.rules);
  const own = Object.entries(rules ?? {}).flatMap(([behavior, list]) => list.map((rule) => ({ behavior, rule })));
  if (own.length === 0) return null;
  return (
    <section aria-label={text('scenarioRules')} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h4 className="text-2xs text-faint">{text('scenarioRulesHead')}</h4>
      <ul className="divide-y divide-line rounded-md border border-line">
        {own.map(({ behavior, rule }) => (
          <li key={`${behavior} ${rule}`} className="flex items-center gap-2 px-2 py-1 text-xs">
            <span className="w-10 shrink-0 text-dim">{behavior}</span>
            <code className="min-w-0 flex-1 truncate">{rule}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const idOf = ({ behavior, rule, scope }: SavedRule): string => `${scope} ${behavior} ${rule}`;

function RuleRow(props: { rule: SavedRule; onEdit: () => void; onRemove: () => void; onKeep: () => void }) {
  const { rule, onEdit, onRemove, onKeep } = props;
  const text = useText('policy');
  const named = { behavior: rule.behavior, rule: rule.rule };
  const words = useRuleLabel()(rule.rule);
  const note = 'issue' in words ? words.issue : (words.unknown ?? words.matches);
  const wrong = 'issue' in words || words.unknown !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-1">
      <code className="text-xs wrap-anywhere">{rule.rule}</code>
      <IconButton label={text('changeRule', named)} onClick={onEdit}>
        <Pencil aria-hidden size={12} />
      </IconButton>
      <IconButton label={text('removeRule', named)} onClick={onRemove}>
        <X aria-hidden size={13} />
      </IconButton>
      <p className="col-span-full flex flex-wrap items-center gap-x-2">
        <span className={wrong ? 'text-2xs text-bad' : 'text-2xs text-dim'}>
          {rule.scope === 'thread' ? text('threadOnly', { what: note }) : note}
        </span>
        {rule.scope === 'thread' && (
          <Button look="quiet" size="small" className="-ml-2" aria-label={text('keepRule', named)} onClick={onKeep}>
            {text('keep')}
          </Button>
        )}
      </p>
    </div>
  );
}
