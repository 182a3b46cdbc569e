import type { StoreApi } from 'zustand/vanilla';
import type { Ui } from './ui';

/** Accepts a cassette dropped anywhere on the page. Returns a function that stops it. */
export function watchDrops(ui: StoreApi<Ui>): () => void {
  const over = new AbortController();
  const { signal } = over;
  const hasFile = ({ dataTransfer, defaultPrevented }: DragEvent): boolean =>
    !defaultPrevented && dataTransfer?.types.includes('Files') === true;
  addEventListener(
    'dragover',
    (event) => {
      if (hasFile(event)) event.preventDefault();
    },
    { signal },
  );
  addEventListener(
    'drop',
    (event) => {
      if (!hasFile(event)) return;
      // Otherwise the browser would leave the page to open the file.
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) ui.getState().offerFile(file);
    },
    { signal },
  );
  return () => over.abort();
}
