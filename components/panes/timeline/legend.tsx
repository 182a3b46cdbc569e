import { cx } from '../../elements/cx';
import { useText } from '../../messages/use-text';
import { TONES } from './tones';

const BARS = [
  ['model', 'keyModel'],
  ['running', 'keyRunning'],
  ['succeeded', 'keySucceeded'],
  ['failed', 'keyFailed'],
  ['denied', 'keyDenied'],
  ['waited', 'keyWaited'],
  ['aborted', 'keyStopped'],
] as const;

const MARKS = [
  ['passed', 'keyPassed'],
  ['blocked', 'keyBlocked'],
  ['changed', 'keyChanged'],
  ['noted', 'keyNoted'],
  ['warning', 'keyWarning'],
] as const;

/** What the colours and shapes mean. */
export function Legend() {
  const text = useText('timeline');
  return (
    <ul
      aria-label={text('legend')}
      className="flex shrink-0 flex-wrap gap-x-3 gap-y-0.5 border-b border-line px-3 py-1 text-2xs text-dim"
    >
      {BARS.map(([state, words]) => (
        <li key={state} className="flex items-center gap-1.5">
          <span aria-hidden className={cx('h-[8px] w-[14px] rounded-[2px]', TONES[state])} /> {text(words)}
        </li>
      ))}
      {MARKS.map(([state, words]) => (
        <li key={state} className="flex items-center gap-1.5">
          <span aria-hidden className={cx('size-[8px] rotate-45 rounded-[1px]', TONES[state])} /> {text(words)}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="h-[10px] border-l border-dashed border-line-strong" /> {text('keyLeftOut')}
      </li>
    </ul>
  );
}
