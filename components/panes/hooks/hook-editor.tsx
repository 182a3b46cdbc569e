'use client';

import { CALL_EVENTS, HookSchema, NOTIFY_ONLY_EVENTS, type Hook, type HookEvent } from '@/lib/protocol';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { Button, IconButton } from '../../elements/button';
import { CodeEditor } from '../../elements/monaco';
import { EmptyNote } from '../../elements/pane';
import { Pick } from '../../elements/pick';
import { useText } from '../../messages/use-text';
import { useAct } from '../../state/page-context';
import { drafts, dropDraft, keepDraft } from './drafts';
import { EVENT_GROUPS } from './event-groups';

/** A hook's default deadline, milliseconds. */
const DEADLINE_MS = 1000;

const TOLD: ReadonlySet<HookEvent> = new Set(NOTIFY_ONLY_EVENTS);

/** One hook: its event, the tools it applies to, its deadline, and its code. */
export function HookEditor(props: {
  hook: Hook | undefined;
  onSave: (hook: Hook) => void;
  onDelete: (id: string) => void;
}) {
  const { hook: saved, onSave, onDelete } = props;
  const text = useText('hooks');
  const [events, answersOf] = [useText('hookEvents'), useText('hookAnswers')];
  const draft = useStore(drafts, (all) => saved && all[saved.id]);
  const note = useId();
  const act = useAct();
  const [fault, setFault] = useState<string | null>(null);
  if (!saved) {
    return <EmptyNote>{text('explains')}</EmptyNote>;
  }
  const hook = draft ?? saved;
  const change = (part: Partial<Hook>): void => {
    setFault(null);
    keepDraft({ ...hook, ...part });
  };
  const fits = HookSchema.safeParse(hook).success;
  const save = (): void => {
    if (!draft || !fits) return;
    act(async (client) => {
      const wrong = await client.checkHook(draft.source);
      setFault(wrong ?? null);
      if (wrong !== undefined) return;
      onSave({ ...draft, enabled: saved.enabled });
      dropDraft(saved.id);
    });
  };
  const answers = `${answersOf(hook.event)} ${TOLD.has(hook.event) ? text('told') : ''}`;

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-2 py-1.5">
        <Fields {...{ hook, fits, change }} />
        <Button look={draft ? 'primary' : 'plain'} disabled={!draft || !fits} onClick={save}>
          {text('save')}
        </Button>
        {draft && (
          <Button
            look="quiet"
            onClick={() => {
              setFault(null);
              dropDraft(saved.id);
            }}
          >
            {text('undo')}
          </Button>
        )}
        <IconButton
          label={text('delete', { name: saved.name })}
          onClick={() => {
            dropDraft(saved.id);
            onDelete(saved.id);
          }}
        >
          <Trash2 aria-hidden size={13} />
        </IconButton>
      </div>
      <p id={note} className="shrink-0 border-b border-line px-3 py-1 text-xs text-dim">
        {events(hook.event)} <span className="text-faint">{answers}</span>
      </p>
      {fault !== null && (
        <p role="alert" className="shrink-0 border-b border-line px-3 py-1 text-xs text-bad">
          {text('fault', { fault })}
        </p>
      )}
      <CodeEditor
        label={text('code', { name: saved.name })}
        path="hook.js"
        text={hook.source}
        onChange={(source) => change({ source })}
        onSave={save}
        wrap
      />
    </div>
  );
}

/** What it is called, when it runs and how long it may take. */
function Fields({ hook, fits, change }: { hook: Hook; fits: boolean; change: (part: Partial<Hook>) => void }) {
  const text = useText('hooks');
  const choices = EVENT_GROUPS.flatMap(({ group, events }) =>
    events.map((id) => ({ id, title: id, group: text(group) })),
  );
  return (
    <>
      <input
        aria-label={text('name')}
        value={hook.name}
        onChange={({ target }) => change({ name: target.value })}
        className="field min-w-24 flex-1"
      />
      <Pick label={text('event')} value={hook.event} options={choices} onPick={(event) => change({ event })} />
      {CALL_EVENTS.includes(hook.event) && (
        <input
          aria-label={text('tools')}
          title={text('toolsExplains')}
          placeholder={text('everyTool')}
          spellCheck={false}
          value={hook.matcher ?? ''}
          onChange={({ target }) => change({ matcher: target.value === '' ? undefined : target.value })}
          className="field w-32 font-mono text-xs"
        />
      )}
      <label className="flex items-center gap-1 text-xs text-dim">
        <input
          type="number"
          aria-label={text('deadline')}
          title={text('deadlineExplains')}
          min={10}
          max={60_000}
          value={hook.deadlineMs ?? DEADLINE_MS}
          aria-invalid={!fits}
          onChange={({ target }) => change({ deadlineMs: target.valueAsNumber })}
          className="field w-[72px] font-mono text-xs"
        />
        {text('ms')}
      </label>
    </>
  );
}
