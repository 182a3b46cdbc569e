import { cx } from '../../elements/cx';
import { TONES } from './tones';

const BARS = [
  ['model', 'the model speaks'],
  ['running', 'runs'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed or invalid'],
  ['denied', 'denied'],
  ['waited', 'waited, for you or for its turn'],
  ['aborted', 'stopped'],
] as const;

const MARKS = [
  ['passed', 'a hook, rule or limit let it pass'],
  ['blocked', 'one stopped it'],
  ['changed', 'one changed it'],
  ['warning', 'a warning'],
] as const;

/** What the colours and shapes mean. */
export const Legend = () => (
  <ul
    aria-label="Legend"
    className="flex shrink-0 flex-wrap gap-x-3 gap-y-0.5 border-b border-line px-3 py-1 text-2xs text-dim"
  >
    {BARS.map(([state, words]) => (
      <li key={state} className="flex items-center gap-1.5">
        <span aria-hidden className={cx('h-[8px] w-[14px] rounded-[2px]', TONES[state])} /> {words}
      </li>
    ))}
    {MARKS.map(([state, words]) => (
      <li key={state} className="flex items-center gap-1.5">
        <span aria-hidden className={cx('size-[8px] rotate-45 rounded-[1px]', TONES[state])} /> {words}
      </li>
    ))}
    <li className="flex items-center gap-1.5">
      <span aria-hidden className="h-[10px] border-l border-dashed border-line-strong" /> time left out
    </li>
  </ul>
);
