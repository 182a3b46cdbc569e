'use client';

import type { Denial } from '@/lib/protocol';
import { REFUSERS } from '../call/refusers';
import type { PermissionCheckView, PermissionReport } from '@/lib/client/tool-state';
import { Ban, Check, Hourglass, Minus, TriangleAlert, type LucideIcon } from 'lucide-react';
import { Button } from '../../elements/button';
import { cx } from '../../elements/cx';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { useAct } from '../../state/page-context';
import { IssueList } from '../call/issue-list';

const LOOKS = {
  allow: { icon: Check, tone: 'text-ok', word: 'saysAllow' },
  deny: { icon: Ban, tone: 'text-deny', word: 'saysDeny' },
  ask: { icon: Hourglass, tone: 'text-wait', word: 'saysAsk' },
  none: { icon: Minus, tone: 'text-faint', word: 'saysNone' },
} as const satisfies Record<PermissionCheckView['verdict'], { icon: LucideIcon; tone: string; word: string }>;

const VERDICTS = { allow: 'wouldAllow', deny: 'wouldDeny', ask: 'wouldAsk' } as const;

/** What the rules decided about a call, check by check, and which check was decisive. */
export function PolicyReport(props: {
  report: PermissionReport;
  stale: boolean;
  /** How the call was denied when it was really made. */
  denial?: Denial | undefined;
}) {
  const { report, stale, denial } = props;
  const [text, refusers] = [useText('policy'), useText('call')];
  const { verdict, invalid, checks, hint } = report;
  const decider = checks.findLastIndex((check) => check.verdict !== 'none');
  return (
    <div
      role="region"
      aria-label={text('verdict')}
      tabIndex={0}
      className={cx('grid min-h-0 content-start gap-2.5 overflow-y-auto px-3 py-2', stale && 'opacity-70')}
    >
      {denial && (
        <div className="grid gap-1 text-xs">
          <p>
            {text('wasDenied', { who: refusers(REFUSERS[denial.source]), reason: denial.reason })}{' '}
            {denial.rule && <code>{denial.rule}</code>}
          </p>
          <p className="text-faint">{text('madeNow')}</p>
        </div>
      )}
      <div role="status" className="flex flex-wrap items-center gap-2">
        {verdict && <Verdict verdict={verdict} />}
        {invalid && (
          <p className="flex items-center gap-1.5 font-medium text-bad">
            <TriangleAlert aria-hidden size={14} /> {text('invalid')}
          </p>
        )}
        {stale && <span className="text-xs text-dim">{text('stale')}</span>}
      </div>
      {invalid && (
        <>
          <p className="text-xs break-words whitespace-pre-line text-dim">{invalid.text}</p>
          <IssueList issues={invalid.issues} />
        </>
      )}
      {checks.length > 0 && (
        <ol aria-label={text('checks')} className="divide-y divide-line rounded-md border border-line">
          {checks.map((check, index) => (
            <CheckRow key={index} check={check} decided={index === decider} />
          ))}
        </ol>
      )}
      {hint && verdict === 'deny' && (
        <p className="text-xs">
          <span className="text-faint">{text('told')} </span>
          {hint}
        </p>
      )}
      <Suggested report={report} />
    </div>
  );
}

function Verdict({ verdict }: { verdict: keyof typeof VERDICTS }) {
  const { icon: Icon, tone } = LOOKS[verdict];
  const text = useText('policy');
  return (
    <p className={cx('flex items-center gap-1.5 font-medium', tone)}>
      <Icon aria-hidden size={14} /> {text(VERDICTS[verdict])}
    </p>
  );
}

function CheckRow({ check, decided }: { check: PermissionCheckView; decided: boolean }) {
  const { icon: Icon, tone, word } = LOOKS[check.verdict];
  const [text, said] = [useText('policy'), useSaid()];
  return (
    <li
      aria-current={decided || undefined}
      className={cx(
        'flex items-baseline gap-2 px-2 py-1 text-xs',
        decided && 'bg-raised shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <Icon aria-hidden size={12} className={cx('shrink-0 self-center', tone)} />
      <span className={cx('w-24 shrink-0', decided ? 'font-medium' : 'text-dim')}>{check.check}</span>
      <span className="min-w-0 flex-1 break-words text-dim">
        <span className={tone}>{text(word)}</span>
        {check.note && <> · {said(check.note)}</>}
        {check.rule && <code className="ml-1 text-text">{check.rule}</code>}
      </span>
      {decided && <span className="shrink-0 text-2xs text-accent">{text('decided')}</span>}
    </li>
  );
}

function Suggested({ report: { suggestedRule, verdict } }: { report: PermissionReport }) {
  const text = useText('policy');
  const act = useAct();
  if (!suggestedRule || verdict === 'allow') return null;
  return (
    <p className="flex min-w-0 items-center gap-2 text-xs">
      <span className="shrink-0 text-faint">{text('suggested')}</span>
      <code className="min-w-0 flex-1 truncate">{suggestedRule}</code>
      <Button
        size="small"
        onClick={() => act((client) => client.addRule({ behavior: 'allow', rule: suggestedRule }, 'everywhere'))}
      >
        {text('addAllow')}
      </Button>
    </p>
  );
}
