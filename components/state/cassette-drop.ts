import type { StoreApi } from 'zustand/vanilla';
import type { Ui } from './ui';

/** Takes a cassette that is dropped anywhere on the page. What it returns ends that. */
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
      // Without this the browser would leave the page for the file.
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) ui.getState().offerFile(file);
    },
    { signal },
  );
  return () => over.abort();
}
