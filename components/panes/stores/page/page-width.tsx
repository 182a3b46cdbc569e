import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { IconButton } from '../../../elements/button';
import { cx } from '../../../elements/cx';
import { useText } from '../../../messages/use-text';

/** The width of a page in pixels; undefined for all available space. */
export type PageWidth = number | undefined;

const WIDTHS = [
  { width: undefined, Icon: Monitor },
  { width: 768, Icon: Tablet },
  { width: 390, Icon: Smartphone },
] as const;

/** A choice of the page's width. */
export function PageWidthPick({ width, onPick }: { width: PageWidth; onPick: (width: PageWidth) => void }) {
  const text = useText('storeViews');
  return (
    <span className="flex shrink-0 gap-0.5">
      {WIDTHS.map(({ width: one, Icon }) => (
        <IconButton
          key={one ?? 0}
          label={one === undefined ? text('widthAll') : text('width', { pixels: String(one) })}
          aria-pressed={one === width}
          className={cx(one === width && 'bg-hover text-text')}
          onClick={() => onPick(one)}
        >
          <Icon aria-hidden size={13} />
        </IconButton>
      ))}
    </span>
  );
}
