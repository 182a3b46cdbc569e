'use client';

import type { CompiledPack } from '@/lib/workshop/pack';
import { TAGS } from '../../messages/tags';
import { useText } from '../../messages/use-text';

/** What a pack has besides tools: hooks, middleware and `canUseTool`, and categories. `allowed`: whether its hooks may run. */
export function AroundCalls({ pack: { hooks, categories }, allowed }: { pack: CompiledPack; allowed: boolean }) {
  const [text, events] = [useText('workshop'), useText('hookEvents')];
  const filed = Object.entries(categories);
  if (hooks.length + filed.length === 0) return null;
  const isOff = !allowed && hooks.length > 0;
  const decides = hooks.some(({ event }) => event === 'PermissionRequest');
  return (
    <section aria-label={text('around')} className="grid gap-1.5">
      <h2 className="text-xs font-semibold">{text('around')}</h2>
      <p className="max-w-[70ch] text-xs text-dim">{text('aroundExplains')}</p>
      {isOff && <p className="max-w-[70ch] text-xs text-wait">{text('hooksOff')}</p>}
      {decides && !isOff && <p className="max-w-[70ch] text-xs text-wait">{text('decides')}</p>}
      <ul className="grid gap-1.5">
        {hooks.map(({ name, event, matcher }) => (
          <li key={name} className="text-xs">
            <span className="font-medium">{name}</span>{' '}
            <code className="text-2xs text-faint">
              {event}
              {matcher !== undefined && ` · ${matcher}`}
            </code>
            <span className="block text-dim">{events(event)}</span>
          </li>
        ))}
        {filed.map(([tool, category]) => (
          <li key={tool} className="text-xs text-dim">
            {text.rich('filed', { ...TAGS, tool, category })}
          </li>
        ))}
      </ul>
    </section>
  );
}
