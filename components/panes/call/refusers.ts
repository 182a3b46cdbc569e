import type { Denial } from '@/lib/protocol';
import type { Messages } from '../../messages/catalogues';

/** The messages that name who refused a call. */
export const REFUSERS = {
  'hard-coded': 'byToolyard',
  rule: 'byRule',
  callback: 'byCallback',
  mode: 'byMode',
  person: 'byPerson',
  hook: 'byHook',
} as const satisfies Record<Denial['source'], keyof Messages['call']>;
