'use client';

import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { useText } from '../../messages/use-text';

/** Asks for a name until an available one is given. */
export function NameDialog(props: {
  title: string;
  name: string;
  action: string;
  /** Returns why the name is refused; undefined if it was accepted. */
  onName: (name: string) => Promise<string | undefined>;
  onDone: () => void;
}) {
  const { title, name, action, onName, onDone } = props;
  const text = useText('workshop');
  const [typed, setTyped] = useState(name);
  const [refused, setRefused] = useState<string>();
  const take = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const why = typed.trim() === name ? undefined : await onName(typed.trim());
    if (why === undefined) onDone();
    else setRefused(why);
  };
  return (
    <Dialog title={title} onClose={onDone}>
      <form onSubmit={(event) => void take(event)} className="grid gap-2 p-4">
        <input
          autoFocus
          aria-label={text('name')}
          aria-invalid={refused !== undefined}
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="field font-mono"
        />
        <p role="status" className="text-xs text-bad">
          {refused}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onDone}>{text('back')}</Button>
          <Button look="primary" type="submit">
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asks before something is deleted. */
export function RemoveDialog(props: {
  title: string;
  action: string;
  onRemove: () => Promise<void>;
  onDone: () => void;
  /** Says what will be lost. */
  children: ReactNode;
}) {
  const { title, action, onRemove, onDone, children } = props;
  const text = useText('workshop');
  return (
    <Dialog title={title} onClose={onDone}>
      <p className="px-4 pt-3">{children}</p>
      <div className="flex justify-end gap-2 p-4">
        <Button onClick={onDone}>{text('keep')}</Button>
        <Button
          look="danger"
          onClick={() => {
            onDone();
            void onRemove();
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
