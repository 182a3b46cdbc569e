import { cx } from './cx';

/** A state's colour as a dot, beside the word for it. */
export const Dot = ({ tone }: { tone: string }) => (
  <span aria-hidden className={cx('size-[7px] shrink-0 rounded-full forced-color-adjust-none', tone)} />
);
