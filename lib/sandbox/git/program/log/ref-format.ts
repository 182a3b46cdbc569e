import { GitFailure } from '../../git-failure';
import { currentBranch } from '../../repository';
import { comparePaths, decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { bodyOf, readCommit, subjectLine, type Commit } from '../../store/commit';
import type { ObjectKind } from '../../store/objects';
import type { Signature } from '../../store/person';
import { NO_OID, type Ref } from '../../store/refs';
import { parseTag, peel, type Tag } from '../../store/tag';
import { listWorktrees } from '../../worktrees';
import { painter } from '../terminal/color';
import type { Context } from '../setup/context';
import { formatDate } from '../people/dates';
import { fileName } from '../message/message';
import { trailersText } from '../message/trailers-text';
import { pushDestination, pushedName, pushRemoteOf } from '../refs/push-destination';
import { shortestRef } from '../refs/short-ref';
import { readField, type RefField } from './ref-fields';
import { fillTemplate, parseTemplate } from './ref-template';
import { apart, tracking, upstreamOf, type Apart } from '../refs/upstream';

/** A ref with its object. */
export interface RefInfo extends Ref {
  readonly kind: ObjectKind;
  readonly size: number;
  readonly tag: Tag | undefined;
  readonly commit: Commit | undefined;
  readonly data: Uint8Array;
}

export async function refInfo(context: Context, ref: Ref): Promise<RefInfo> {
  const found = await context.objects.find(ref.oid);
  if (!found) throw new GitFailure(`missing object ${ref.oid} for ${ref.name}`);
  const tag = found.kind === 'tag' ? parseTag(found.data) : undefined;
  const oid = await peel(context.objects, ref.oid, 'commit');
  const commit = oid === undefined ? undefined : await readCommit(context.objects, oid);
  return { ...ref, kind: found.kind, size: found.data.length, tag, commit, data: found.data };
}

/** Fields that are the same with and without `*`. */
const OF_REFS = new Set(['worktreepath', 'HEAD', 'flag', 'upstream', 'push']);

/** The value of a `for-each-ref` field for a ref. */
async function field(context: Context, info: RefInfo, { name, option, deref }: RefField): Promise<string> {
  if (name === 'refname' || name === 'symref') {
    const ref = name === 'refname' ? info.name : info.target;
    const shown = ref === undefined ? '' : await shownName(context, ref, option);
    return deref ? `${shown}^{}` : shown;
  }
  if (deref && !info.tag && !OF_REFS.has(name)) return '';
  // `*` means what the tag itself points to, which may be a tag again.
  const own = deref && info.tag ? await refInfo(context, { name: info.name, oid: info.tag.object }) : info;
  const { tag, commit } = own;
  const message = tag ? tag.message : own.kind === 'commit' ? (commit?.message ?? '') : '';
  const person = (who: Signature | undefined, part: string): string => {
    if (!who) return '';
    if (part === 'name') return who.name;
    if (part === 'email')
      return option === 'trim' ? who.email : option === 'localpart' ? who.email.replace(/@.*/, '') : `<${who.email}>`;
    if (part === 'date') return formatDate(who, option || 'default');
    return `${who.name} <${who.email}> ${who.time} ${who.zone}`;
  };
  const [, role, part = ''] = /^(author|committer|tagger|creator)(name|email|date)?$/.exec(name) ?? [];
  const ownCommit = tag ? undefined : commit;
  if (role === 'author') return person(ownCommit?.author, part);
  if (role === 'committer') return person(ownCommit?.committer, part);
  if (role === 'tagger') return person(tag?.tagger, part);
  if (role === 'creator') return person(tag?.tagger ?? ownCommit?.committer, part);
  switch (name) {
    case 'objecttype':
      return own.kind;
    case 'objectsize':
      return String(own.size);
    case 'objectname':
      return shortened(own.oid, option);
    case 'tree':
      return shortened(ownCommit?.tree ?? '', option);
    case 'parent':
      return ownCommit?.parents.map((oid) => shortened(oid, option)).join(' ') ?? '';
    case 'numparent':
      return String(ownCommit?.parents.length ?? '');
    case 'object':
      return tag?.object ?? '';
    case 'type':
      return tag?.type ?? '';
    case 'tag':
      return tag?.tag ?? '';
    case 'subject':
      return option === 'sanitize' ? fileName(subjectLine(message)) : subjectLine(message);
    case 'body':
      return bodyOf(message);
    case 'contents':
      return option === 'size'
        ? String(encodeUtf8(message).length)
        : option === 'subject'
          ? subjectLine(message)
          : option === 'body'
            ? bodyOf(message)
            : option.startsWith('lines=')
              ? message
                  .replace(/\n$/, '')
                  .split('\n')
                  .slice(0, Number(option.slice(6)))
                  .join('\n    ')
              : option === 'signature'
                ? ''
                : /^trailers(?:$|:)/.test(option)
                  ? trailersText(option.slice('trailers:'.length), message)
                  : whole('contents', option, message);
    case 'trailers':
      return trailersText(option, message);
    case 'worktreepath': {
      const used = (await listWorktrees(context)).find(({ branch }) => `refs/heads/${branch}` === info.name);
      return used?.path ?? '';
    }
    case 'HEAD':
      return info.name === `refs/heads/${await currentBranch(context)}` || info.name.startsWith('(') ? '*' : ' ';
    case 'flag':
      return [...(info.target === undefined ? [] : ['symref']), ...(info.packed ? ['packed'] : [])].join(',');
    case 'deltabase':
      return NO_OID;
    case 'raw':
      return option === 'size' ? String(own.size) : decodeUtf8(own.data);
    case 'upstream':
      return upstreamField(context, info.name, option);
    case 'push':
      return pushField(context, info.name, option);
    default:
      return '';
  }
}

/** What a field shows without an option; fails for one that it does not have. */
function whole(name: string, option: string, text: string): string {
  if (option !== '') throw new GitFailure(`unrecognized %(${name}) argument: ${option}`);
  return text;
}

function shortened(oid: string, option: string): string {
  const [, digits] = /^short(?:=(.*))?$/.exec(option) ?? [];
  if (digits !== undefined && !/^[1-9]\d*$/.test(digits))
    throw new GitFailure(`positive value expected '${digits}' in %(objectname:${option})`);
  return option.startsWith('short') ? oid.slice(0, Math.max(4, Number(digits ?? 7))) : whole('objectname', option, oid);
}

/** A ref's name as `short`, `lstrip=2` or `rstrip=-1` says. */
async function shownName(context: Context, name: string, option: string): Promise<string> {
  if (option === 'short' && name.startsWith('(')) return name;
  if (option === 'short')
    return shortestRef(context, name, { strict: context.config.boolean('core.warnAmbiguousRefs') !== false });
  const [, side, count] = /^(r?)(?:l?strip)=(-?\d+)$/.exec(option) ?? [];
  return count === undefined
    ? whole('refname', option, name)
    : stripped(name, Number(count), side === 'r' ? 'end' : 'start');
}

function stripped(name: string, count: number, side: 'start' | 'end'): string {
  const parts = name.split('/');
  const number = count < 0 ? Math.max(0, parts.length + count) : count;
  return (side === 'start' ? parts.slice(number) : parts.slice(0, parts.length - number)).join('/');
}

/** Where `git push` would push a branch. */
async function pushField(context: Context, name: string, option: string): Promise<string> {
  const branch = name.replace(/^refs\/heads\//, '');
  if (branch === name) return '';
  const { name: remote, isSet } = pushRemoteOf(context, branch);
  if (option === 'remotename') return isSet ? remote : '';
  if (option === 'remoteref') return pushedName(context, remote, name) ?? '';
  const ref = await pushDestination(context, branch).catch((error: unknown) => {
    if (error instanceof GitFailure) return undefined;
    throw error;
  });
  if (ref === undefined) return '';
  return option.startsWith('track')
    ? trackField(await apart(context, branch, ref), option)
    : shownName(context, ref, option);
}

async function upstreamField(context: Context, name: string, option: string): Promise<string> {
  const branch = name.replace(/^refs\/heads\//, '');
  const upstream = name.startsWith('refs/heads/') ? upstreamOf(context, branch) : undefined;
  if (!upstream) return '';
  if (option === 'remotename') return upstream.remote;
  if (option === 'remoteref') return upstream.merge;
  if (!upstream.stored) return '';
  if (!option.startsWith('track')) return shownName(context, upstream.ref, option);
  return trackField(await tracking(context, branch), option);
}

function trackField(found: Apart | undefined, option: string): string {
  if (!found) return '';
  if (option === 'trackshort')
    return found.gone ? '' : found.ahead > 0 ? (found.behind > 0 ? '<>' : '>') : found.behind > 0 ? '<' : '=';
  const parts = found.gone
    ? ['gone']
    : [...(found.ahead > 0 ? [`ahead ${found.ahead}`] : []), ...(found.behind > 0 ? [`behind ${found.behind}`] : [])];
  const text = parts.join(', ');
  return text === '' || option.includes('nobracket') ? text : `[${text}]`;
}

/** Compiles a format such as `%(refname:short) %(objectname)`, with `%(if)…%(then)…%(else)…%(end)`. */
export function refFormatter(
  context: Context,
  format: string,
  { quote = (text) => text, color }: { quote?: (text: string) => string; color?: string | undefined } = {},
): (info: RefInfo) => Promise<string> {
  const { on: colored } = painter(context, color);
  const template = parseTemplate(format);
  return (info) => fillTemplate(template, { value: (wanted) => field(context, info, wanted), quote, colored });
}

/** Sorts refs by fields such as `-committerdate` or `version:refname`. */
export async function sortRefs(
  context: Context,
  infos: readonly RefInfo[],
  keys: readonly string[],
): Promise<RefInfo[]> {
  const suffixes = context.config.getAll('versionsort.suffix');
  let sorted = infos.toSorted((a, b) => comparePaths(a.name, b.name));
  for (const key of keys) {
    const down = key.startsWith('-');
    const name = key.replace(/^-/, '');
    const version = /^(?:version|v):/.test(name);
    const plain = name.replace(/^(?:version|v):/, '');
    const asked = readField(plain);
    const wanted = asked.name.endsWith('date') ? { ...asked, option: 'unix' } : asked;
    const values = new Map<RefInfo, string>();
    for (const info of sorted) values.set(info, await field(context, info, wanted));
    const compare = (a: RefInfo, b: RefInfo): number => {
      const [x = '', y = ''] = [values.get(a), values.get(b)];
      if (version) return compareVersions(x, y, suffixes);
      return /(?:date|size|numparent)$/.test(asked.name) ? Number(x) - Number(y) : comparePaths(x, y);
    };
    sorted = sorted.toSorted((a, b) => (down ? -compare(a, b) : compare(a, b)));
  }
  return sorted;
}

/** Compares names such as `v1.9` and `v1.10` by their numbers. */
export function compareVersions(a: string, b: string, suffixes: readonly string[] = []): number {
  const early = compareSuffixes(a, b, suffixes);
  if (early !== 0) return early;
  const [x, y] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (let at = 0; at < Math.max(x?.length ?? 0, y?.length ?? 0); at++) {
    const [p, q] = [x?.[at], y?.[at]];
    if (p === q) continue;
    if (p === undefined || q === undefined) return p === undefined ? -1 : 1;
    return /^\d/.test(p) && /^\d/.test(q) ? Number(p) - Number(q) || comparePaths(p, q) : comparePaths(p, q);
  }
  return 0;
}

/** Orders names that differ from where one of them has a suffix such as `-rc`: it comes before the name without. */
function compareSuffixes(a: string, b: string, suffixes: readonly string[]): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const rank = (text: string) => {
    const found = suffixes.findIndex((suffix) => {
      const at = text.indexOf(suffix, Math.max(0, same - suffix.length));
      return at >= 0 && at <= same;
    });
    return found < 0 ? suffixes.length : found;
  };
  return rank(a) - rank(b);
}
