import { cx } from '../../elements/cx';

const PAGES = [
  { href: '/', title: 'Playground' },
  { href: '/tools', title: 'Tools' },
  { href: '/workshop', title: 'Workshop' },
  { href: '/presets', title: 'Presets' },
] as const;

/** The pages there are. Each starts afresh; what is kept is kept in this browser. */
export function Navigation({ current }: { current: (typeof PAGES)[number]['title'] }) {
  return (
    <nav aria-label="Pages" className="flex shrink-0 items-center gap-0.5">
      {PAGES.map(({ href, title }) => (
        <a
          key={href}
          href={href}
          aria-current={title === current ? 'page' : undefined}
          className={cx(
            'rounded-md px-2 py-1 text-xs hover:bg-hover hover:text-text',
            title === current ? 'font-medium text-text' : 'text-dim',
          )}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
