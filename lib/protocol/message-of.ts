/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error);
  } catch {
    return 'something was thrown that cannot be shown';
  }
}
