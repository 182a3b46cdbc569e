import { ownValue } from '@/lib/protocol/own-value';
import { textOf } from '../messages/text';
import type { PoolEntryView } from '@/lib/client/tool-state';

const WHY = {
  settings: 'offSettings',
  'feature flag': 'offFlag',
  provider: 'offProvider',
  capability: 'offCapability',
  filter: 'offFilter',
} as const;

/** Why a tool is off, in the document's language; undefined if it is on. */
export function whyOff({ enabled, why }: Pick<PoolEntryView, 'enabled' | 'why'>): string | undefined {
  if (enabled) return undefined;
  const text = textOf('status');
  const known = why === undefined ? 'off' : ownValue(WHY, why);
  return known ? text(known) : why;
}

/** Whether a person may switch the tool: any other reason for being off is not a person's choice. */
export const isSwitchable = ({ enabled, why }: Pick<PoolEntryView, 'enabled' | 'why'>): boolean =>
  enabled || why === 'settings';
