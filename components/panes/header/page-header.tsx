'use client';

import { Settings } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../elements/button';
import { LoadingAbove } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useThemeEffect } from '../../state/theme';
import { Navigation } from './navigation';
import type { PageName } from './pages';

const PageSettingsDialog = lazy(() => import('../settings/page-settings-dialog'));

/** The header of a page other than the playground: links to the other pages, and the settings of this one. */
export function PageHeader({ current }: { current: PageName }) {
  const text = useText('header');
  const [open, setOpen] = useState(false);
  useThemeEffect();
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-panel px-3 py-1.5">
      <span className="text-md font-[650] tracking-[-0.01em]">Toolyard</span>
      <Navigation current={current} />
      <span className="flex-1" />
      <IconButton label={text('settings')} className="size-7" onClick={() => setOpen(true)}>
        <Settings aria-hidden size={15} />
      </IconButton>
      {open && (
        <Suspense fallback={<LoadingAbove />}>
          <PageSettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}
