import * as z from 'zod';
import { parseJson } from '@/lib/protocol/text';
import { encode } from '../../../../bytes-text';
import type { CommandContext } from '../context';
import { fileMissing, NpmError } from './npm-error';

const names = z.record(z.string(), z.string()).catch({});

/** The fields of a `package.json` that npm reads; a malformed field counts as absent. */
export const ManifestSchema = z.looseObject({
  name: z.string().optional().catch(undefined),
  version: z.string().optional().catch(undefined),
  scripts: names.default({}),
  dependencies: names.default({}),
  devDependencies: names.default({}),
  optionalDependencies: names.default({}),
  peerDependencies: names.default({}),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  workspaces: z
    .union([z.array(z.string()), z.object({ packages: z.array(z.string()) }).transform(({ packages }) => packages)])
    .default([])
    .catch([]),
});
export type Manifest = z.infer<typeof ManifestSchema>;

export const PackageJsonSchema = z.record(z.string(), z.json());
/** A whole `package.json`, with its fields in order. */
export type PackageJson = z.infer<typeof PackageJsonSchema>;

/** A folder with a `package.json`. */
export class PackageFolder {
  readonly content: PackageJson;
  readonly indent: string;
  private readonly end: string;

  /** Throws `NpmError` if the file is missing or unreadable. */
  constructor(
    private readonly context: CommandContext,
    readonly path: string,
    absent?: string,
  ) {
    const text = this.textOf('package.json') ?? absent;
    if (text === undefined) throw noManifest(this.file);
    const parsed = parseJson(PackageJsonSchema, text);
    if (!parsed.ok) throw brokenManifest(parsed.reason, text);
    this.content = parsed.value;
    // A file written on one line stays on one line.
    const isOneLine = !/^\s*\{(?:\s*\}|\r?\n)/.test(text);
    this.indent = isOneLine ? '' : (/^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ');
    this.end = isOneLine ? '' : '\n';
  }

  /** The project, with empty content if there is no `package.json` yet. */
  static orEmpty(context: CommandContext, path: string): PackageFolder {
    return new PackageFolder(context, path, '{}');
  }

  get file(): string {
    return `${this.path}/package.json`;
  }

  get manifest(): Manifest {
    return ManifestSchema.parse(this.content);
  }

  /** Name and version; empty if one of them is missing. */
  get id(): string {
    const { name, version } = this.manifest;
    return name === undefined || version === undefined ? '' : `${name}@${version}`;
  }

  /** The text of one of its files; undefined if the file is missing. */
  textOf(name: string): string | undefined {
    const path = `${this.path}/${name}`;
    return this.context.sys.isFile(path) ? new TextDecoder().decode(this.context.sys.read(path)) : undefined;
  }

  /** Writes the `package.json`, indented as it was. */
  save(): void {
    this.write('package.json', `${JSON.stringify(this.content, null, this.indent)}${this.end}`);
  }

  write(name: string, text: string): void {
    this.context.sys.write(`${this.path}/${name}`, encode(text));
  }
}

/** The folder that npm works in: the nearest one up with a `package.json` or `node_modules`. */
export function npmPrefix({ sys, cwd }: CommandContext): string {
  if (cwd.endsWith('/node_modules')) return cwd.slice(0, -'/node_modules'.length);
  for (let at = cwd; at !== ''; at = at.slice(0, at.lastIndexOf('/')))
    if (sys.exists(`${at}/package.json`) || sys.exists(`${at}/node_modules`)) return at;
  return cwd;
}

const noManifest = (path: string): NpmError =>
  fileMissing(
    path,
    [
      `enoent Could not read package.json: Error: ENOENT: no such file or directory, open '${path}'`,
      'enoent This is related to npm not being able to find a file.',
      'enoent',
    ].join('\n'),
  );

const brokenManifest = (reason: string, text: string): NpmError =>
  new NpmError(
    [
      `JSON.parse Invalid package.json: JSONParseError: ${jsonFault(reason, text)}`,
      'JSON.parse Failed to parse JSON data.',
      'JSON.parse Note: package.json must be actual JSON, not just JavaScript.',
    ].join('\n'),
    { code: 'EJSONPARSE' },
  );

/** How many characters npm shows on each side of a fault. */
const AROUND = 20;

/** What npm says of a text that is no JSON, from what the engine says. */
function jsonFault(reason: string, text: string): string {
  const said = reason.replace(/ \(line \d+ column \d+\)/, '').replace(/^Unexpected token '(.)'/, (_, char: string) => {
    const hex = char.charCodeAt(0).toString(16).toUpperCase();
    return `Unexpected token ${JSON.stringify(char)} (0x${hex.padStart(hex.length + (hex.length % 2), '0')})`;
  });
  if (text === '') return `${said} while parsing empty string`;
  const place = said.startsWith('Unexpected end') ? text.length - 1 : / position (\d+)/.exec(said)?.[1];
  if (place === undefined) return `${said} while parsing '${text.slice(0, 2 * AROUND)}'`;
  const start = Math.max(0, Number(place) - AROUND);
  const end = Math.min(text.length, Number(place) + AROUND);
  const shown = `${start > 0 ? '...' : ''}${text.slice(start, end)}${end < text.length ? '...' : ''}`;
  return `${said} while parsing ${shown === text ? '' : 'near '}${JSON.stringify(shown)}`;
}
