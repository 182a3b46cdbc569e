import { X } from 'lucide-react';
import { useText } from '../messages/use-text';
import { Button, IconButton } from './button';
import { cx } from './cx';

/** What an action of a person did. */
export interface Notice {
  readonly words: string;
  readonly failed?: boolean;
  readonly undo?: () => void;
  /** What the button says; “Undo” without it. */
  readonly undoTitle?: string;
}

/** What became of an action, with a way to undo it. */
export function NoticeLine({ notice, onDismiss }: { notice: Notice | undefined; onDismiss: () => void }) {
  const text = useText('elements');
  return (
    <div role="status" className={cx('shrink-0 text-xs', notice?.failed ? 'text-bad' : 'text-dim')}>
      {notice && (
        <p className="flex items-center gap-1.5 border-t border-line py-1 pr-1 pl-3">
          <span className="min-w-0 flex-1 break-words">{notice.words}</span>
          {notice.undo && (
            <Button size="small" onClick={notice.undo}>
              {notice.undoTitle ?? text('undo')}
            </Button>
          )}
          <IconButton label={text('dismiss')} onClick={onDismiss}>
            <X aria-hidden size={12} />
          </IconButton>
        </p>
      )}
    </div>
  );
}
