'use client';

import type { Task } from '@/lib/ports';
import { useState } from 'react';
import { cx } from '../../../elements/cx';
import { Dot } from '../../../elements/dot';
import { EmptyNote } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useText } from '../../../messages/use-text';
import { useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { TaskDetails } from './task-details';
import { openBlockerLabels, TASK_LOOKS } from './task-labels';

/** Planned tasks, and background work. */
export default function TasksView() {
  const [text, names] = [useText('storeViews'), useText('stores')];
  const tasks = useObserved(useClientState((state) => state.ports.tasks)) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const task = tasks.find(({ id }) => id === chosen) ?? tasks.at(-1);
  if (!task) {
    return <EmptyNote>{text.rich('tasksNone', TAGS)}</EmptyNote>;
  }
  return (
    <div className="list-beside">
      <ul aria-label={names('tasks')} className="w-[38%] shrink-0 overflow-y-auto border-r border-line py-1">
        {tasks.map((known) => (
          <li key={known.id}>
            <Line
              task={known}
              blocked={known.status === 'pending' && openBlockerLabels(known, tasks).length > 0}
              chosen={known.id === task.id}
              onChoose={() => setChosen(known.id)}
            />
          </li>
        ))}
      </ul>
      <TaskDetails key={task.id} task={task} tasks={tasks} />
    </div>
  );
}

function Line(props: { task: Task; blocked: boolean; chosen: boolean; onChoose: () => void }) {
  const { task, blocked, chosen, onChoose } = props;
  const text = useText('storeViews');
  const { tone, dot } = TASK_LOOKS[task.status];
  return (
    <button
      type="button"
      aria-current={chosen}
      onClick={onChoose}
      className={cx(
        'flex w-full items-center gap-2 px-3 py-1 text-left hover:bg-hover',
        chosen && 'bg-raised shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <Dot tone={dot} />
      <span className="grid min-w-0 flex-1">
        <span className="truncate" title={task.title}>
          {task.title}
        </span>
        <span className="truncate font-mono text-2xs text-faint">{task.id}</span>
      </span>
      <span className={cx('shrink-0 text-2xs', blocked ? 'text-wait' : tone)}>
        {blocked ? text('blocked') : text('taskIs', { status: task.status })}
      </span>
    </button>
  );
}
