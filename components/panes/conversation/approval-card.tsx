'use client';

import type { ApprovalDecision, ApprovalRequest } from '@/lib/ports';
import type { FileDiff } from '@/lib/protocol';
import { Hourglass } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { Patch } from '../../elements/patch';
import { TextEntryForm } from '../../elements/text-entry-form';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { sessionText } from '../../state/session-text';
import { ArgumentsView } from '../call/arguments';
import { askedPatch } from './asked-patch';
import { ruleIssue } from './rule-issue';

/** Asks a person about one call: allow it, always allow similar calls, or deny it with a reason. */
export default function ApprovalCard(props: {
  request: ApprovalRequest;
  /** How many other calls wait behind this one. */
  behind: number;
  onDecide: (decision: ApprovalDecision) => void;
  /** Shows the complete change that the call would make. */
  onShow?: (preview: FileDiff) => void;
}) {
  const { request, behind, onDecide, onShow } = props;
  const [text, said, named] = [useText('thread'), useSaid(), useSaid('title')];
  const reasonKey = `${request.callId}.deny`;
  const [denying, setDenying] = useState(() => sessionText(reasonKey) !== '');
  const title = useId();
  const { preview } = request;
  const asked = preview ? undefined : askedPatch(request.toolName, request.input);
  const patch = preview?.patch ?? asked;

  return (
    <section
      data-asked
      aria-label={text('approval')}
      className="mx-3 mt-2 flex max-h-[60%] min-h-0 shrink-0 flex-col gap-2 overflow-y-auto rounded-lg border border-wait bg-panel p-2.5"
    >
      <p className="flex shrink-0 items-center gap-2 text-xs">
        <Hourglass aria-hidden size={14} className="shrink-0 text-wait" />
        <b id={title} className="min-w-0 truncate font-mono font-medium">
          {named(request.title)}
        </b>
        {request.agent && (
          <span className="shrink-0 font-mono text-dim">{text('askedBy', { name: request.agent.name })}</span>
        )}
        <span className="ml-auto shrink-0 text-wait">
          {behind > 0 ? text('waitingMore', { count: behind }) : text('waiting')}
        </span>
      </p>
      <div className="grid min-h-12 auto-rows-max grid-cols-1 gap-2 overflow-y-auto">
        <CallsAround within={request.within} />
        {patch === undefined ? (
          <div className="max-h-44 overflow-auto rounded-md border border-line bg-bg px-2 py-1.5">
            <ArgumentsView text={JSON.stringify(request.input)} />
          </div>
        ) : (
          <Patch patch={patch} className="max-h-44" />
        )}
        {asked !== undefined && <p className="text-xs text-wait">{text('wouldFail')}</p>}
        <p className="text-xs text-dim">{said(request.reason)}</p>
      </div>
      {denying ? (
        <TextEntryForm
          label={text('reasonLabel')}
          placeholder={text('reasonPlaceholder')}
          storageKey={reasonKey}
          send={{ title: text('deny'), look: 'danger' }}
          onSend={(reason) => onDecide({ behavior: 'deny', reason })}
          onBack={() => setDenying(false)}
        />
      ) : (
        <div className="grid shrink-0 gap-1.5">
          <div className="flex gap-1.5">
            <Button look="primary" aria-describedby={title} onClick={() => onDecide({ behavior: 'allow' })}>
              {text('allow')} <Kbd onAccent>A</Kbd>
            </Button>
            <Button look="danger" data-deny aria-describedby={title} onClick={() => setDenying(true)}>
              {text('denyMore')} <Kbd>D</Kbd>
            </Button>
            <span className="flex-1" />
            {preview && onShow && (
              <Button look="quiet" onClick={() => onShow(preview)}>
                {text('openDiff')}
              </Button>
            )}
          </div>
          <AlwaysAllow request={request} onAllow={(rule) => onDecide({ behavior: 'always', rule })} />
        </div>
      )}
    </section>
  );
}

/** The calls that this one is made inside, outermost first. */
function CallsAround({ within }: Pick<ApprovalRequest, 'within'>) {
  const text = useText('thread');
  return within?.map(({ name, args }, depth) => (
    <div key={depth} className="grid grid-cols-1 gap-1 text-xs">
      <p className="text-dim">{text('fromInside', { name })}</p>
      <div className="max-h-24 overflow-auto border-l-2 border-line pl-2">
        <ArgumentsView text={args} />
      </div>
    </div>
  ));
}

/** A rule that allows similar calls, too: the suggested one, which a person may change. */
function AlwaysAllow({ request, onAllow }: { request: ApprovalRequest; onAllow: (rule: string) => void }) {
  const text = useText('thread');
  const [rule, setRule] = useState(request.suggestedRule);
  const issue = ruleIssue(text, rule, request.toolName, request.covers);
  const issueId = useId();
  return (
    <>
      <form
        className="flex gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!issue) onAllow(rule.trim());
        }}
      >
        <Button type="submit" disabled={issue !== undefined} title={text('alwaysExplains')}>
          {text('always')}
        </Button>
        <input
          aria-label={text('rule')}
          aria-invalid={issue !== undefined}
          aria-describedby={issue && issueId}
          spellCheck={false}
          value={rule}
          onChange={({ target }) => setRule(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
      </form>
      {issue && (
        <p id={issueId} role="status" className="text-xs text-bad">
          {issue}
        </p>
      )}
    </>
  );
}
