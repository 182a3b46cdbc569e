'use client';

import type { Todo } from '@/lib/ports';
import { Circle, CircleCheck, CircleDot, type LucideIcon } from 'lucide-react';
import { cx } from '../../../elements/cx';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';

const LOOKS: Readonly<Record<Todo['status'], { word: string; icon: LucideIcon; tone: string }>> = {
  pending: { word: 'to do', icon: Circle, tone: 'text-faint' },
  in_progress: { word: 'in progress', icon: CircleDot, tone: 'text-run' },
  completed: { word: 'done', icon: CircleCheck, tone: 'text-ok' },
};

/** The list that the agent keeps for itself, as it stands. */
export default function TodosView() {
  const todos = useObserved(useClientState((state) => state.ports.todos)) ?? [];
  if (todos.length === 0) {
    return (
      <EmptyNote>
        Nothing to do yet. The agent writes this list with <code>TodoWrite</code>, and replaces it as it goes.
      </EmptyNote>
    );
  }
  const done = todos.filter(({ status }) => status === 'completed').length;
  return (
    <>
      <PaneTitle end={<span className="tabular-nums">{`${done} of ${todos.length} done`}</span>}>To-dos</PaneTitle>
      <Progress done={done} of={todos.length} />
      <ol aria-label="To-dos" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto py-1.5">
        {todos.map((todo, index) => (
          <Line key={`${index}:${todo.content}`} todo={todo} />
        ))}
      </ol>
    </>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div
      role="progressbar"
      aria-label="To-dos done"
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={done}
      className="mx-3 h-1 shrink-0 overflow-hidden rounded-full bg-raised"
    >
      <div className="h-full rounded-full bg-ok transition-[width]" style={{ width: `${(done / of) * 100}%` }} />
    </div>
  );
}

function Line({ todo }: { todo: Todo }) {
  const { word, icon: Icon, tone } = LOOKS[todo.status];
  const active = todo.status === 'in_progress';
  return (
    <li className="flex items-baseline gap-2 px-3 py-1">
      <Icon aria-hidden size={13} className={cx('shrink-0 translate-y-0.5', tone)} />
      <span className={cx('min-w-0 flex-1 break-words', todo.status === 'completed' && 'text-faint line-through')}>
        {active ? todo.activeForm : todo.content}
      </span>
      <span className={cx('shrink-0 text-2xs', tone)}>{word}</span>
    </li>
  );
}
