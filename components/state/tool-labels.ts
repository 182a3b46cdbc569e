import { ownValue } from '@/lib/protocol/own-value';
import type { PoolEntryView } from '@/lib/client/executor/tool-state';

const WHY: Readonly<Record<string, string>> = {
  settings: 'You switched it off.',
  'feature flag': 'The feature it belongs to is off.',
  provider: 'The chosen model’s provider does not support it.',
  capability: 'It needs something that this sandbox does not have.',
  filter: 'A list of allowed or refused tools leaves it out.',
};

/** Why a tool is off, for people; undefined where it is on. */
export const whyOff = ({ enabled, why }: Pick<PoolEntryView, 'enabled' | 'why'>): string | undefined =>
  enabled ? undefined : ((why && ownValue(WHY, why)) ?? why ?? 'It is off.');

/** Whether a person may switch it: everything else that keeps a tool off is not a person's choice. */
export const isSwitchable = ({ enabled, why }: Pick<PoolEntryView, 'enabled' | 'why'>): boolean =>
  enabled || why === 'settings';
