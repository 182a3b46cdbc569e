import { RULES, type Finding, type Level } from '@/lib/tools/lint';
import type { ReactNode } from 'react';
import { TAGS } from '../../messages/tags';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';

const TONES: Readonly<Record<Level, string>> = { error: 'text-bad', warning: 'text-wait', note: 'text-dim' };

/** Lint's findings about a tool's design, with reasons. */
export function FindingList({
  findings,
  mend,
}: {
  findings: readonly Finding[];
  /** Renders a fix for a finding, if there is one. */
  mend?: (finding: Finding) => ReactNode;
}) {
  const [text, said] = [useText('tools'), useSaid()];
  return (
    <section aria-label={text('lint')} className="grid gap-1.5">
      <h2 className="text-xs font-semibold">{text('lint')}</h2>
      {findings.length === 0 && <p className="text-xs text-dim">{text('lintNone')}</p>}
      <ul className="grid gap-2">
        {findings.map((finding) => {
          const { rule, level, message, at } = finding;
          return (
            <li key={`${rule} ${at} ${message}`} className="grid gap-0.5 text-xs break-words">
              <p>
                <span className={TONES[level]}>{text('level', { level })}</span> {said(message)}
              </p>
              <p className="text-xs text-faint">
                {at === '' ? text.rich('rule', { ...TAGS, rule }) : text.rich('ruleAt', { ...TAGS, rule, at })}{' '}
                {said(RULES.find(({ id }) => id === rule)?.why ?? '')}
              </p>
              {mend?.(finding)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
