'use client';

import { FEATURE_FLAGS } from '@/lib/tools/feature-flags';
import { Switch } from '../../elements/switch';
import { useAct, useClientState } from '../../state/page-context';

/** Feature flags: a tool of a feature that is off is not there. */
export function Features() {
  const act = useAct();
  const off = useClientState((state) => state.toolSettings.featuresOff);
  return (
    <ul className="grid gap-1.5">
      {FEATURE_FLAGS.map(({ id, title, explains }) => (
        <li key={id} className="flex items-start gap-2">
          <Switch
            label={`${title} are on`}
            on={!off.includes(id)}
            onSwitch={(on) =>
              act((client) =>
                client.setToolSettings({ featuresOff: on ? off.filter((other) => other !== id) : [...off, id] }),
              )
            }
          />
          <span className="min-w-0">
            {title} <span className="block text-xs text-dim">{explains}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
