import { RULES, type Finding, type Level } from '@/lib/tools/lint';

const TONES: Readonly<Record<Level, string>> = { error: 'text-bad', warning: 'text-wait', note: 'text-dim' };

/** What lint says of the design of a tool, and why. */
export const FindingList = ({ findings }: { findings: readonly Finding[] }) => (
  <section aria-label="Design" className="grid gap-1.5">
    <h2 className="text-xs font-semibold">Design</h2>
    {findings.length === 0 && <p className="text-xs text-dim">Nothing that models are known to get wrong.</p>}
    <ul className="grid gap-2">
      {findings.map(({ rule, level, message, at, fix }, index) => (
        <li key={index} className="grid gap-0.5 text-xs break-words">
          <p>
            <span className={TONES[level]}>{level}</span> {message}
            {fix && <span className="text-dim"> Fix: {fix.title}.</span>}
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
        </li>
      ))}
    </ul>
  </section>
);
