'use client';

import { USES, type Use } from '@/lib/workshop/uses';
import { Switch } from '../../elements/switch';
import { useText } from '../../messages/use-text';

const WORDS = {
  files: ['useFiles', 'useFilesAbout'],
  shell: ['useShell', 'useShellAbout'],
  fetch: ['useFetch', 'useFetchAbout'],
  call: ['useCall', 'useCallAbout'],
  hooks: ['useHooks', 'useHooksAbout'],
} as const satisfies Record<Use, readonly [string, string]>;

/** What a pack's code uses, each with a switch that allows it. */
export function UseList(props: {
  said: readonly Use[];
  allowed: readonly Use[];
  onAllow: (use: Use, allowed: boolean) => void;
}) {
  const { said, allowed, onAllow } = props;
  const text = useText('workshop');
  return (
    <ul aria-label={text('uses')} className="grid gap-1.5">
      {USES.filter((use) => said.includes(use)).map((use) => (
        <li key={use} className="flex items-start gap-2 text-xs">
          <span className="pt-0.5">
            <Switch label={text(WORDS[use][0])} on={allowed.includes(use)} onSwitch={(on) => onAllow(use, on)} />
          </span>
          <span className="max-w-[70ch]">
            <span className="font-medium">{text(WORDS[use][0])}</span>{' '}
            <span className="text-dim">{text(WORDS[use][1])}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
