import { ownValue } from '@/lib/protocol/own-value';
import type { Command, CommandContext } from '../context';
import { parseOptions } from '../options';

const CATEGORIES =
  'CTYPE NUMERIC TIME COLLATE MONETARY MESSAGES PAPER NAME ADDRESS TELEPHONE MEASUREMENT IDENTIFICATION'
    .split(' ')
    .map((name) => `LC_${name}`);

/** What the locale C has, by category; a number is shown without quotation marks. */
const KEYWORDS: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  LC_NUMERIC: {
    decimal_point: '.',
    thousands_sep: '',
    grouping: -1,
    'numeric-decimal-point-wc': 46,
    'numeric-thousands-sep-wc': 0,
  },
  LC_MONETARY: {
    int_curr_symbol: '',
    currency_symbol: '',
    mon_decimal_point: '',
    int_frac_digits: -1,
    frac_digits: -1,
  },
  LC_TIME: {
    abday: 'Sun;Mon;Tue;Wed;Thu;Fri;Sat',
    day: 'Sunday;Monday;Tuesday;Wednesday;Thursday;Friday;Saturday',
    abmon: 'Jan;Feb;Mar;Apr;May;Jun;Jul;Aug;Sep;Oct;Nov;Dec',
    mon: 'January;February;March;April;May;June;July;August;September;October;November;December',
    am_pm: 'AM;PM',
    d_t_fmt: '%a %b %e %H:%M:%S %Y',
    d_fmt: '%m/%d/%y',
    t_fmt: '%H:%M:%S',
    t_fmt_ampm: '%I:%M:%S %p',
    first_weekday: 1,
    first_workday: 2,
    date_fmt: '%a %b %e %H:%M:%S %Z %Y',
  },
  LC_MESSAGES: { yesexpr: '^[yY]', noexpr: '^[nN]', yesstr: '', nostr: '' },
};

/** `locale`: the locale of the environment, the locales that there are, and what they say. */
export const locale: Command = async (context) => {
  const { has, operands } = parseOptions(
    context.args,
    'a c k m v all-locales=a category-name=c keyword-name=k charmaps=m verbose=v',
    { status: 64 },
  );
  if (has('a')) context.out.write('C\nC.utf8\nPOSIX\n');
  else if (has('m')) context.out.write('ANSI_X3.4-1968\nUTF-8\n');
  else if (operands.length === 0) context.out.write(settings(context));
  let status = 0;
  for (const name of operands) {
    const found = lookUp(name, context);
    if (!found) {
      status = await context.fail(`unknown name "${name}"`);
      continue;
    }
    if (has('c')) context.out.write(`${found.category}\n`);
    for (const [keyword, value] of found.values)
      context.out.write(has('k') ? `${keyword}=${typeof value === 'number' ? value : `"${value}"`}\n` : `${value}\n`);
  }
  return status;
};

function settings({ env }: CommandContext): string {
  const { LANG = '', LANGUAGE = '', LC_ALL = '' } = env;
  const lines = CATEGORIES.map((name) => {
    const own = env[name];
    return LC_ALL === '' && own ? `${name}=${own}` : `${name}="${LC_ALL || LANG || 'POSIX'}"`;
  });
  return [`LANG=${LANG}`, `LANGUAGE=${LANGUAGE}`, ...lines, `LC_ALL=${LC_ALL}`].map((line) => `${line}\n`).join('');
}

interface Found {
  readonly category: string;
  readonly values: readonly (readonly [string, string | number])[];
}

/** What a category has, or a keyword of one. */
function lookUp(name: string, { env }: CommandContext): Found | undefined {
  const { LC_ALL, LC_CTYPE, LANG } = env;
  const charmap = /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') ? 'UTF-8' : 'ANSI_X3.4-1968';
  if (name === 'charmap' || name === 'LC_CTYPE') return { category: 'LC_CTYPE', values: [['charmap', charmap]] };
  const whole = ownValue(KEYWORDS, name);
  if (whole) {
    const codeset = `${name.slice(3).toLowerCase()}-codeset`;
    return { category: name, values: [...Object.entries(whole), [codeset, charmap]] };
  }
  for (const [category, keywords] of Object.entries(KEYWORDS)) {
    const value = ownValue(keywords, name);
    if (value !== undefined) return { category, values: [[name, value]] };
  }
  return undefined;
}
