/** One check of the permission step, and what it said of a call. The last one with a verdict decided. */
export interface PermissionCheck {
  readonly check: string;
  readonly verdict: 'allow' | 'deny' | 'ask' | 'none';
  /** The rule that matched, where one did. */
  readonly rule?: string;
  readonly note: string;
}
