import type { GlobQuery, SearchQuery } from '@/lib/ports';

/** Precedes the answer, so that no other terminal output is mistaken for it. */
export const ANSWER_MARK = 'toolyard-answer:';

/** A request to the helper; paths are absolute. */
export type HelperRequest =
  | { op: 'stat' | 'realpath' | 'readdir' | 'readFile' | 'modes'; path: string }
  /** `modes` are lines such as `755 bin/run`, relative to `path`. */
  | { op: 'chmod'; path: string; modes: string[] }
  | { op: 'writeFile'; path: string; base64: string }
  | { op: 'mkdir'; path: string; recursive: boolean }
  | { op: 'rm'; path: string; recursive: boolean; force: boolean }
  | { op: 'rename'; from: string; to: string }
  | { op: 'search'; query: SearchQuery }
  | { op: 'glob'; query: GlobQuery };

/** A request as command arguments, so that the helper needs no large parser. */
export function toArguments(request: HelperRequest): string[] {
  switch (request.op) {
    case 'writeFile':
      return [request.op, request.path, request.base64];
    case 'mkdir':
      return [request.op, request.path, flag(request.recursive)];
    case 'rm':
      return [request.op, request.path, flag(request.recursive), flag(request.force)];
    case 'rename':
      return [request.op, request.from, request.to];
    case 'chmod':
      return [request.op, request.path, ...request.modes];
    case 'glob':
      return [request.op, request.query.pattern, request.query.cwd];
    case 'search':
      return [request.op, ...searchArguments(request.query)];
    default:
      return [request.op, request.path];
  }
}

/** Reverses `toArguments`; undefined if the arguments are no valid request. */
export function fromArguments(args: readonly string[]): HelperRequest | undefined {
  const [op, first = '', second = '', third = '', ...rest] = args;
  switch (op) {
    case 'stat':
    case 'realpath':
    case 'readdir':
    case 'readFile':
    case 'modes':
      return { op, path: first };
    case 'chmod':
      return { op, path: first, modes: args.slice(2) };
    case 'writeFile':
      return { op, path: first, base64: second };
    case 'mkdir':
      return { op, path: first, recursive: isSet(second) };
    case 'rm':
      return { op, path: first, recursive: isSet(second), force: isSet(third) };
    case 'rename':
      return { op, from: first, to: second };
    case 'glob':
      return { op, query: { pattern: first, cwd: second } };
    case 'search':
      return { op, query: searchQuery(first, second, third, rest) };
    default:
      return undefined;
  }
}

const flag = (on: boolean | undefined): string => (on ? '1' : '0');
const isSet = (text: string | undefined): boolean => text === '1';

const searchArguments = (query: SearchQuery): string[] => [
  query.pattern,
  query.path,
  query.glob ?? '',
  query.type ?? '',
  query.want ?? '',
  flag(query.caseInsensitive),
  flag(query.multiline),
  ...[query.before ?? 0, query.after ?? 0, query.maxMatches, query.maxFileSize].map(String),
];

function searchQuery(pattern: string, path: string, glob: string, rest: readonly string[]): SearchQuery {
  const [type = '', want, caseInsensitive, multiline, before, after, maxMatches, maxFileSize] = rest;
  return {
    pattern,
    path,
    ...(glob && { glob }),
    ...(type && { type }),
    ...((want === 'lines' || want === 'counts' || want === 'files') && { want }),
    caseInsensitive: isSet(caseInsensitive),
    multiline: isSet(multiline),
    before: Number(before),
    after: Number(after),
    maxMatches: Number(maxMatches),
    maxFileSize: Number(maxFileSize),
  };
}
