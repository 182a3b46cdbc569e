import type { Denial } from '@/lib/protocol';

/** Who refused a call, as the page names them. */
export const REFUSERS = {
  'hard-coded': 'Toolyard itself, which never allows this',
  rule: 'a rule of yours',
  callback: 'the page',
  mode: 'the permission mode',
  person: 'you',
  hook: 'a hook',
} as const satisfies Record<Denial['source'], string>;
