import { duration, exactDuration } from '../../elements/format';
import { useLocale } from '../../messages/use-text';
import { ticksOf } from './ticks';
import type { View } from './view';

/** The time of activity up to each mark. Shortened gaps do not count. */
export function Axis({ shown, view }: { shown: number; view: View }) {
  const locale = useLocale();
  const ticks = ticksOf(shown, view);
  const labels = ticks.map(({ ms }) => (ms === 0 ? '0' : duration(ms, locale)));
  // Zoomed in, marks are closer than a duration for people tells apart.
  const exact = new Set(labels).size < labels.length;
  return (
    <div aria-hidden className="lanes-grid h-[18px] shrink-0 px-3 font-mono text-2xs text-faint">
      <span />
      <div data-track className="relative cursor-ew-resize overflow-hidden border-b border-line">
        {ticks.map(({ at, ms }, index) => (
          // A label that does not fit beside its mark wraps to a hidden second line: no label is better than half of one.
          <span
            key={ms}
            className="absolute inset-y-0 right-0 flex flex-wrap overflow-hidden border-l border-line-strong tabular-nums"
            style={{ left: `${at * 100}%` }}
          >
            <span className="h-full w-px" />
            <span className="pl-1 whitespace-nowrap">{exact ? exactDuration(ms, locale) : labels[index]}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
