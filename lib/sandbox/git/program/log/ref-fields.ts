import { GitFailure } from '../../git-failure';
import { isColor } from '../terminal/color';

type Check = (option: string, written: string) => string | undefined;

const unrecognized = (name: string, option: string): string => `unrecognized %(${name}) argument: ${option}`;
const oneOf =
  (options: RegExp, name?: string): Check =>
  (option, written) =>
    option === '' || options.test(option) ? undefined : unrecognized(name ?? written, option);
const none: Check = (option, written) =>
  option === '' ? undefined : `%(${written.replace(/:.*/s, '')}) does not take arguments`;
const anything: Check = () => undefined;
const name: Check = (option, written) => {
  const [, side, count] = /^(l?strip|rstrip)=(.*)$/.exec(option) ?? [];
  if (count !== undefined)
    return /^[-+]?\d+$/.test(count)
      ? undefined
      : `Integer value expected refname:${side === 'rstrip' ? side : 'lstrip'}=${count}`;
  return oneOf(/^short$/)(option, written);
};
const oid: Check = (option, written) => {
  const [, digits] = /^short=(.*)$/.exec(option) ?? [];
  if (digits !== undefined)
    return /^0*[1-9]\d*$/.test(digits) ? undefined : `positive value expected '${digits}' in %(${written})`;
  return oneOf(/^short$/)(option, written);
};
const email: Check = (option) =>
  option === '' || option === 'trim' || option === 'localpart' ? undefined : `unrecognized email option: ${option}`;
const followed: Check = (option, written) => {
  const rest = option.split(',').filter((word) => !/^(?:track|trackshort|nobracket|remotename|remoteref)$/.test(word));
  return rest.length === 0 ? undefined : name(option, written);
};
const contents: Check = (option) => {
  const [, lines] = /^lines=(.*)$/.exec(option) ?? [];
  if (lines !== undefined) return /^\d+$/.test(lines) ? undefined : `positive value expected contents:lines=${lines}`;
  return oneOf(/^(?:body|size|signature|subject|trailers(?::.*)?)$/s, 'contents')(option, '');
};
const color: Check = (option) =>
  option === ''
    ? 'expected format: %(color:<color>)'
    : isColor(option)
      ? undefined
      : `unrecognized color: %(color:${option})`;
const align: Check = (option) => {
  if (option === '') return 'expected format: %(align:<width>,<position>)';
  let isWide = false;
  for (const word of option.split(',')) {
    const [, key, value = word] = /^(width|position)=(.*)$/.exec(word) ?? [];
    const [isNumber, isSide] = [/^\d+$/.test(value), /^(?:left|right|middle)$/.test(value)];
    if (key !== undefined && !(key === 'width' ? isNumber : isSide)) return `unrecognized ${key}:${value}`;
    if (!isNumber && !isSide) return unrecognized('align', word);
    isWide ||= isNumber;
  }
  return isWide ? undefined : 'positive width expected with the %(align) atom';
};

/** The fields that a ref may show, and what is wrong with an option of theirs. */
const FIELDS: Readonly<Record<string, Check>> = {
  refname: name,
  symref: name,
  objecttype: none,
  deltabase: none,
  body: none,
  objectsize: oneOf(/^disk$/, 'objectsize'),
  objectname: oid,
  tree: oid,
  parent: oid,
  numparent: anything,
  object: anything,
  type: anything,
  tag: anything,
  ...Object.fromEntries(
    ['author', 'committer', 'tagger'].flatMap((role): [string, Check][] => [
      [role, anything],
      [`${role}name`, anything],
      [`${role}email`, email],
      [`${role}date`, anything],
    ]),
  ),
  creator: anything,
  creatordate: anything,
  subject: oneOf(/^sanitize$/, 'subject'),
  trailers: anything,
  contents,
  raw: oneOf(/^size$/, 'raw'),
  upstream: followed,
  push: followed,
  flag: anything,
  HEAD: anything,
  color,
  worktreepath: anything,
  align,
  if: oneOf(/^(?:not)?equals=/s, 'if'),
  ...Object.fromEntries(['then', 'else', 'end'].map((word): [string, Check] => [word, anything])),
  rest: none,
};

/** A field as it is written, such as `*objectname:short`. */
export interface RefField {
  readonly written: string;
  /** Whether it is asked of what a tag points to. */
  readonly deref: boolean;
  readonly name: string;
  readonly option: string;
}

/** Reads a field; fails if there is none of that name, or its option makes no sense. */
export function readField(written: string): RefField {
  const deref = written.startsWith('*') && written !== '*';
  const [own = '', option = ''] = (deref ? written.slice(1) : written).split(/:(.*)/s);
  if (own === '' && option === '') throw new GitFailure(`malformed field name: ${written}`);
  const check = Object.hasOwn(FIELDS, own) ? FIELDS[own] : undefined;
  if (!check) throw new GitFailure(`unknown field name: ${written}`);
  const wrong = check(option, written);
  if (wrong !== undefined) throw new GitFailure(wrong);
  if (own === 'objectsize' && option === 'disk')
    throw new GitFailure('%(objectsize:disk) is not supported in this sandbox: use %(objectsize)', 2);
  return { written, deref, name: own, option };
}
