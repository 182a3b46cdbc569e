/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error);
  } catch {
    return 'something was thrown that cannot be shown';
  }
}

/** Whether a part of the page's own code did not load. The page's loader remembers that: only a reload helps. */
export const isPartMissing = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';
