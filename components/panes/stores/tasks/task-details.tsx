'use client';

import type { Task, TaskStore } from '@/lib/ports';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { Button } from '../../../elements/button';
import { cx } from '../../../elements/cx';
import { TextBlock } from '../../../elements/text-block';
import { useSaid } from '../../../messages/use-said';
import { useLocale, useText } from '../../../messages/use-text';
import { useClientState } from '../../../state/page-context';
import { useNow } from '../../../state/use-now';
import { openBlockerLabels, TASK_LOOKS, tookOf } from './task-labels';
import { inRow } from '../../../messages/locale';

/** The most characters of output shown: the newest ones. */
const SHOWN = 50_000;

/** A task's output as it arrives, updated at most once per frame. */
function useTaskOutput(store: TaskStore | undefined, id: string): string {
  const subscribe = useCallback(
    (listener: () => void) => {
      let frame: number | undefined;
      const unsubscribe = store?.subscribe(() => {
        frame ??= requestAnimationFrame(() => {
          frame = undefined;
          listener();
        });
      });
      return () => {
        unsubscribe?.();
        if (frame !== undefined) cancelAnimationFrame(frame);
      };
    },
    [store],
  );
  const read = useCallback(() => (store?.output(id) ?? '').slice(-SHOWN), [store, id]);
  return useSyncExternalStore(subscribe, read, read);
}

/** One task: what it is, its progress, its output, and a button to stop it. */
export function TaskDetails({ task, tasks }: { task: Task; tasks: readonly Task[] }) {
  const [text, told, locale] = [useText('storeViews'), useSaid('told'), useLocale()];
  const store = useClientState((state) => state.ports.tasks);
  const mine = useClientState((state) => state.executor === 'mine');
  const output = useTaskOutput(store, task.id);
  const running = task.status === 'running';
  const works = task.kind !== 'plan';
  const now = useNow(running && works);
  const { tone } = TASK_LOOKS[task.status];
  const took = tookOf(task, now, locale);
  const blockers = openBlockerLabels(task, tasks);
  return (
    <section
      aria-label={text('taskOf', { id: task.id })}
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 overflow-y-auto p-3"
    >
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 font-medium break-words">{task.title}</h3>
        {running && works && mine && (
          <Button look="danger" onClick={() => void store?.stop(task.id)}>
            {text('stop')}
          </Button>
        )}
      </div>
      {task.description && task.description !== task.title && (
        <p className="text-xs break-words whitespace-pre-wrap text-dim">{task.description}</p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
        <Fact name={text('kind')}>{text('kindIs', { kind: task.kind })}</Fact>
        <Fact name={text('status')}>
          <span className={cx('font-medium', tone)}>{text('taskIs', { status: task.status })}</span>
          {task.exitCode !== undefined && ` · ${text('exitCode', { code: task.exitCode })}`}
          {works && took && <span className="tabular-nums"> · {took}</span>}
        </Fact>
        {task.owner && <Fact name={text('owner')}>{task.owner}</Fact>}
        {blockers.length > 0 && <Fact name={text('waitsFor')}>{inRow(blockers)}</Fact>}
      </dl>
      {(works || output !== '') &&
        (output === '' ? (
          <p className="text-xs text-faint">{text(running ? 'noOutputYet' : 'noOutput')}</p>
        ) : (
          <TextBlock tall label={text('outputOf', { id: task.id })}>
            {told(output)}
          </TextBlock>
        ))}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
