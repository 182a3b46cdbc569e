'use client';

import { RULES, type Finding, type Fix, type Level } from '@/lib/tools/lint';
import { messageOf } from '@/lib/protocol/message-of';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { usePackLanguage, useWorkbench } from './use-workbench';

const TONES: Readonly<Record<Level, string>> = { error: 'text-bad', warning: 'text-wait', note: 'text-dim' };

/** What lint says of the design of a tool, and why; what it knows to mend is mended in the source on a click. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <section aria-label="Design" className="grid gap-1.5">
      <h2 className="text-xs font-semibold">Design</h2>
      {findings.length === 0 && <p className="text-xs text-dim">Nothing that models are known to get wrong.</p>}
      <ul className="grid gap-2">
        {findings.map(({ rule, level, tool, message, at, fix }) => (
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
            {fix && <FixButton tool={tool} fix={fix} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FixButton({ tool, fix }: { tool: string; fix: Fix }) {
  const workbench = useWorkbench();
  const language = usePackLanguage();
  const [refused, setRefused] = useState('');
  const mend = async (): Promise<void> => {
    const { files } = workbench.store.getState();
    try {
      const fixed = await language.fix(files, tool, fix.edits, new AbortController().signal);
      // What was typed in the meantime is not undone.
      if (workbench.store.getState().files !== files) return;
      if (!fixed) return setRefused('The source says this in a way of its own: change it by hand.');
      workbench.type(fixed.path, fixed.text);
      await workbench.save();
    } catch (error) {
      setRefused(`It could not be changed: ${messageOf(error)}`);
    }
  };
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Button className="h-6 px-2 text-xs" onClick={() => void mend()}>
        {fix.title}
      </Button>
      <span role="status" className="text-2xs text-wait">
        {refused}
      </span>
    </p>
  );
}
