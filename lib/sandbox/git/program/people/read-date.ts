import { GitFailure } from '../../git-failure';
import { localZone, zoneMinutes } from './dates';

export interface Moment {
  readonly time: number;
  readonly zone: string;
}

const UNITS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_629_746,
  year: 31_556_952,
};
const WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  last: 1,
};
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DAYS = 'sun mon tue wed thu fri sat'.split(' ');

/** A full date, as for a commit; undefined if it is not one. */
export function readExactDate(text: string): Moment | undefined {
  const trimmed = text.trim();
  const [, seconds, zone] = /^(?:@(?=\d)|(?=\d{5}))(\d+)(?:\s+([+-]\d{4}))?$/.exec(trimmed) ?? [];
  if (seconds !== undefined) return { time: Number(seconds), zone: zone ?? '+0000' };
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/.exec(
      trimmed,
    );
  if (iso) return momentOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]), iso.slice(4, 7), iso[7]);
  const mail =
    /^(?:[A-Za-z]{3,},?\s+)?(?:(\d{1,2})\s+([A-Za-z]{3,})|([A-Za-z]{3,})\s+(\d{1,2}),?)\s+(?:(\d{4})\s+)?(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s+(\d{4}))?\s*(Z|UTC|GMT|[+-]\d{4})?$/.exec(
      trimmed,
    );
  const month = monthOf(mail?.[2] ?? mail?.[3] ?? '');
  if (!mail || month < 0) return undefined;
  return momentOf(Number(mail[5] ?? mail[9]), month, Number(mail[1] ?? mail[4]), mail.slice(6, 9), mail[10]);
}

const monthOf = (word: string): number =>
  word.length < 3 ? -1 : MONTHS.findIndex((name) => name === word.slice(0, 3).toLowerCase());

function momentOf(
  year: number,
  month: number,
  day: number,
  clock: readonly (string | undefined)[],
  written: string | undefined,
): Moment {
  const [hours = 0, minutes = 0, seconds = 0] = clock.map((part) => Number(part ?? 0));
  const utc = Date.UTC(year, month, day, hours, minutes, seconds) / 1000;
  const zone =
    written === undefined ? localZone(utc) : /^(?:Z|UTC|GMT)$/.test(written) ? '+0000' : written.replace(':', '');
  return { time: utc - zoneMinutes(zone) * 60, zone };
}

/** A date as people write it: `2 days ago`, `yesterday`, `last week`, `noon`, `2024-01-02`. Seconds since 1970. */
export function readDate(text: string, now = Date.now() / 1000): number {
  const found = approximateDate(text, now);
  if (found === undefined) throw new GitFailure(`invalid date format: ${text}`);
  return found;
}

/** The beginning of a day with the name of its month, such as `Jan 20 2024` or `20 January, 2024`; undefined for other texts. */
function readDay(text: string): number | undefined {
  const [, before, word = '', after, year] =
    /^(?:[a-z]{3,9},?\s+)??(?:(\d{1,2})(?:st|nd|rd|th)?[\s-]+)?([a-z]{3,9})\.?[\s-]+(?:(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+)?(\d{4})$/i.exec(
      text.trim(),
    ) ?? [];
  const month = monthOf(word);
  const number = before ?? after;
  if (month < 0 || number === undefined || (before !== undefined && after !== undefined)) return undefined;
  return momentOf(Number(year), month, Number(number), [], undefined).time;
}

/** Like `readDate`; where git takes what it cannot read for now, this is undefined. */
export function approximateDate(text: string, now = Date.now() / 1000): number | undefined {
  const exact = readExactDate(text);
  if (exact) {
    // A date without a time means the current time of day.
    return /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(text.trim()) ? exact.time + (now % 86_400) : exact.time;
  }
  const day = readDay(text);
  // A day without a time means the current time of day.
  if (day !== undefined) return day + (now % 86_400);
  let at = now;
  let understood = false;
  const words = text
    .toLowerCase()
    .split(/[\s.,_-]+/)
    .filter((word) => word !== '');
  let number: number | undefined;
  for (const word of words) {
    const unit = UNITS[word.replace(/s$/, '')];
    const day = DAYS.indexOf(word.slice(0, 3));
    if (/^\d+$/.test(word)) number = Number(word);
    else if (WORDS[word] !== undefined) number = WORDS[word];
    else if (unit !== undefined) {
      at -= (number ?? 1) * unit;
      number = undefined;
      understood = true;
    } else if (word === 'yesterday') {
      at -= 86_400;
      understood = true;
    } else if (word === 'now' || word === 'today') understood = true;
    else if (word === 'midnight' || word === 'noon') {
      at = Math.floor(at / 86_400) * 86_400 + (word === 'noon' ? 43_200 : 0);
      understood = true;
    } else if (word === 'never') return 0;
    else if (day >= 0 && /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sat)(?:day)?$/.test(word)) {
      const back = (new Date(at * 1000).getUTCDay() - day + 7) % 7 || 7;
      at -= back * 86_400;
      understood = true;
    } else if (/^\d{1,2}:\d\d(?::\d\d)?$/.test(word)) {
      const [hours = 0, minutes = 0, seconds = 0] = word.split(':').map(Number);
      at = Math.floor(at / 86_400) * 86_400 + hours * 3600 + minutes * 60 + seconds;
      understood = true;
    }
  }
  return understood ? at : undefined;
}
