import { X } from 'lucide-react';
import { Button, IconButton } from '../../elements/button';
import { cx } from '../../elements/cx';
import { useText } from '../../messages/use-text';
import type { FileNotice } from './use-file-changes';

/** What became of a change to the files, with a way to undo it. */
export function NoticeLine({ notice, onDismiss }: { notice: FileNotice | undefined; onDismiss: () => void }) {
  const text = useText('files');
  return (
    <div role="status" className={cx('text-xs', notice?.failed ? 'text-bad' : 'text-dim')}>
      {notice && (
        <p className="flex items-center gap-1.5 border-t border-line py-1 pr-1 pl-3">
          <span className="min-w-0 flex-1 break-words">{notice.words}</span>
          {notice.undo && (
            <Button size="small" onClick={notice.undo}>
              {text('undo')}
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
