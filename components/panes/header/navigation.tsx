'use client';

import { Menu } from 'lucide-react';
import { useId, type MouseEvent } from 'react';
import { IconButton } from '../../elements/button';
import { cx } from '../../elements/cx';
import { useText } from '../../messages/use-text';
import { PAGES, type PageName } from './pages';

/** Links to all pages; behind a button on a phone, and beside the controls of a run, which matter more, in a narrow window. The one to the playground leads back to the thread that was left there. */
export function Navigation({ current }: { current: PageName }) {
  const text = useText('header');
  const menu = useId();
  const beside = current === 'playground';
  return (
    <>
      <nav
        aria-label={text('pages')}
        className={cx('flex shrink-0 items-center gap-0.5', beside ? 'max-[1199px]:hidden' : 'max-sm:hidden')}
      >
        <Links current={current} />
      </nav>
      <IconButton
        label={text('pages')}
        popoverTarget={menu}
        className={cx('size-7', beside ? 'min-[1200px]:hidden' : 'sm:hidden')}
      >
        <Menu aria-hidden size={15} />
      </IconButton>
      <nav
        id={menu}
        popover="auto"
        aria-label={text('pages')}
        className="fixed inset-auto top-11 left-3 m-0 min-w-40 rounded-lg border border-line-strong bg-panel p-1 shadow-[var(--shadow)] [&>a]:block [&>a]:py-2"
      >
        <Links current={current} />
      </nav>
    </>
  );
}

function Links({ current }: { current: PageName }) {
  const text = useText('header');
  return PAGES.map(({ href, name }) => (
    <a
      key={href}
      href={href}
      onClick={(event) => (current === 'playground' ? keepPlace() : name === 'playground' && leadBack(event))}
      aria-current={name === current ? 'page' : undefined}
      className={cx(
        'rounded-md px-2 py-1 text-xs hover:bg-hover hover:text-text',
        name === current ? 'font-medium text-text' : 'text-dim',
      )}
    >
      {text(name)}
    </a>
  ));
}

/** Where this tab last left the playground. */
const PLACE = 'toolyard.playground';

/** To be called when the playground is left: the link to it leads back here. */
export function keepPlace(): void {
  try {
    sessionStorage.setItem(PLACE, location.search);
  } catch {
    // No storage: the playground starts anew.
  }
}

function leadBack({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  try {
    currentTarget.href = `/${sessionStorage.getItem(PLACE) ?? ''}`;
  } catch {
    // The link leads to a new page.
  }
}
