'use client';

import { useEffect } from 'react';
import { useUi } from '../../state/page-context';

/** While any text is unsaved, the browser asks before the page is left or loaded anew. */
export function useLeaveGuard(): void {
  const unsaved = useUi((ui) => ui.unsaved.size > 0);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
}
