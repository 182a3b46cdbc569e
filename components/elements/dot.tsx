import { cx } from './cx';

/** A dot in a state's colour, shown beside the word for it. */
export const Dot = ({ tone }: { tone: string }) => (
  <span aria-hidden className={cx('size-[7px] shrink-0 rounded-full forced-color-adjust-none', tone)} />
);
