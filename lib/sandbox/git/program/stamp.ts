const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (value: number): string => String(value).padStart(2, '0');

/** A commit's time as git shows it: `Sun Nov 22 04:24:40 2026 +0000`. `offset`: minutes that UTC is ahead. */
export function formatStamp(seconds: number, offset: number): string {
  const local = new Date((seconds - offset * 60) * 1000);
  const time = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(two).join(':');
  const day = `${DAYS[local.getUTCDay()]} ${MONTHS[local.getUTCMonth()]} ${local.getUTCDate()}`;
  return `${day} ${time} ${local.getUTCFullYear()} ${formatZone(offset)}`;
}

/** Minutes that UTC is ahead, as `+0100`. */
export function formatZone(offset: number): string {
  const minutes = Math.abs(offset);
  return `${offset > 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}
