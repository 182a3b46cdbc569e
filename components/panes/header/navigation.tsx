'use client';

import { cx } from '../../elements/cx';
import { useText } from '../../messages/use-text';

const PAGES = [
  { href: '/', name: 'playground' },
  { href: '/tools', name: 'tools' },
  { href: '/workshop', name: 'workshop' },
  { href: '/presets', name: 'presets' },
  { href: '/compare', name: 'compare' },
] as const;

export type PageName = (typeof PAGES)[number]['name'];

/** The pages there are. Each starts afresh; what is kept is kept in this browser. */
export function Navigation({ current }: { current: PageName }) {
  const text = useText('header');
  return (
    <nav aria-label={text('pages')} className="flex shrink-0 items-center gap-0.5">
      {PAGES.map(({ href, name }) => (
        <a
          key={href}
          href={href}
          aria-current={name === current ? 'page' : undefined}
          className={cx(
            'rounded-md px-2 py-1 text-xs hover:bg-hover hover:text-text',
            name === current ? 'font-medium text-text' : 'text-dim',
            // What is run stands beside it, and matters more.
            current === 'playground' && name === 'compare' && 'max-[1439px]:hidden',
          )}
        >
          {text(name)}
        </a>
      ))}
    </nav>
  );
}
