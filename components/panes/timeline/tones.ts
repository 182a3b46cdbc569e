import type { Span } from './spans';

/** How a bar of each state looks. */
export const TONES: Readonly<Record<Span['state'], string>> = {
  model: 'bg-accent',
  waited: 'hatched',
  streaming: 'bg-dim',
  complete: 'bg-dim',
  'awaiting-approval': 'hatched',
  running: 'bg-run',
  succeeded: 'bg-ok',
  invalid: 'bg-bad',
  failed: 'bg-bad',
  denied: 'bg-deny',
  aborted: 'bg-faint',
  passed: 'bg-ok',
  changed: 'bg-text',
  blocked: 'bg-deny',
  noted: 'bg-dim',
  warning: 'bg-wait',
  stop: 'bg-bad',
};
