import type { ReactNode } from 'react';
import { Navigation, type PageName } from './navigation';

/** The header of a page other than the playground: its name, links to the other pages, and page-wide choices. */
export function PageHeader({ current, children }: { current: PageName; children?: ReactNode }) {
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-panel px-3 py-1.5">
      <span className="text-md font-[650] tracking-[-0.01em]">Toolyard</span>
      <Navigation current={current} />
      <span className="flex-1" />
      {children}
    </header>
  );
}
