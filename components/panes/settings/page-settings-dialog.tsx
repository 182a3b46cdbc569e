'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Dialog } from '../../elements/dialog';
import { useLocale, useText } from '../../messages/use-text';
import { PageSettings } from './page-settings';

/** The settings of a page other than the playground. */
export default function PageSettingsDialog({ onClose }: { onClose: () => void }) {
  const text = useText('settings');
  const locale = useLocale();
  const router = useRouter();
  const [written, setWritten] = useState(locale);
  useEffect(() => {
    if (locale === written) return;
    setWritten(locale);
    // What the server wrote is in the language from before.
    router.refresh();
  }, [locale, written, router]);
  return (
    <Dialog title={text('title')} onClose={onClose}>
      <div className="grid gap-4 px-4 py-3.5">
        <PageSettings />
        <p className="text-dim">{text('othersThere')}</p>
      </div>
    </Dialog>
  );
}
