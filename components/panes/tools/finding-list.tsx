import { RULES, type Finding, type Level } from '@/lib/tools/lint';
import type { ReactNode } from 'react';

const TONES: Readonly<Record<Level, string>> = { error: 'text-bad', warning: 'text-wait', note: 'text-dim' };

/** What lint says of the design of a tool, and why. */
export function FindingList({
  findings,
  mend,
}: {
  findings: readonly Finding[];
  /** What mends a finding, where there is something. */
  mend?: (finding: Finding) => ReactNode;
}) {
  return (
    <section aria-label="Design" className="grid gap-1.5">
      <h2 className="text-xs font-semibold">Design</h2>
      {findings.length === 0 && <p className="text-xs text-dim">Nothing that models are known to get wrong.</p>}
      <ul className="grid gap-2">
        {findings.map((finding) => {
          const { rule, level, message, at } = finding;
          return (
            <li key={`${rule} ${at} ${message}`} className="grid gap-0.5 text-xs break-words">
              <p>
                <span className={TONES[level]}>{level}</span> {message}
              </p>
              <p className="text-2xs text-faint">
                <code>{rule}</code>
                {at !== '' && (
                  <>
                    {' '}
                    at <code>{at}</code>
                  </>
                )}
                . {RULES.find(({ id }) => id === rule)?.why}
              </p>
              {mend?.(finding)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
