'use client';

import type { Todo } from '@/lib/ports';
import { Circle, CircleCheck, CircleDot, type LucideIcon } from 'lucide-react';
import { cx } from '../../../elements/cx';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { TAGS } from '../../../messages/tags';
import { useText } from '../../../messages/use-text';
import { useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';

const LOOKS: Readonly<Record<Todo['status'], { icon: LucideIcon; tone: string }>> = {
  pending: { icon: Circle, tone: 'text-faint' },
  in_progress: { icon: CircleDot, tone: 'text-run' },
  completed: { icon: CircleCheck, tone: 'text-ok' },
};

/** The current todo list of the agent. */
export default function TodosView() {
  const [text, names] = [useText('storeViews'), useText('stores')];
  const todos = useObserved(useClientState((state) => state.ports.todos)) ?? [];
  if (todos.length === 0) {
    return <EmptyNote>{text.rich('todosNone', TAGS)}</EmptyNote>;
  }
  const done = todos.filter(({ status }) => status === 'completed').length;
  return (
    <>
      <PaneTitle end={<span className="tabular-nums">{text('todosDone', { done, all: todos.length })}</span>}>
        {names('todos')}
      </PaneTitle>
      <Progress done={done} of={todos.length} />
      <ol aria-label={names('todos')} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto py-1.5">
        {todos.map((todo, index) => (
          <Line key={`${index}:${todo.content}`} todo={todo} />
        ))}
      </ol>
    </>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  const text = useText('storeViews');
  return (
    <div
      role="progressbar"
      aria-label={text('todosProgress')}
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
  const text = useText('storeViews');
  const { icon: Icon, tone } = LOOKS[todo.status];
  const active = todo.status === 'in_progress';
  return (
    <li className="flex items-baseline gap-2 px-3 py-1">
      <Icon aria-hidden size={13} className={cx('shrink-0 translate-y-0.5', tone)} />
      <span className={cx('min-w-0 flex-1 break-words', todo.status === 'completed' && 'text-faint line-through')}>
        {active ? todo.activeForm : todo.content}
      </span>
      <span className={cx('shrink-0 text-2xs', tone)}>{text('todoIs', { status: todo.status })}</span>
    </li>
  );
}
