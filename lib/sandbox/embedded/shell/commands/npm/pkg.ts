import * as z from 'zod';
import { parseJson } from '@/lib/protocol/text';
import { NpmError } from './npm-error';
import type { NpmCommand } from './npm';
import { PackageFolder } from './project';
import { fixFields } from './pkg-fix';

type Json = z.infer<ReturnType<typeof z.json>>;
type Holder = Json[] | { [key: string]: Json };

const USAGE = `Manages your package.json

Usage:
npm pkg set <key>=<value> [<key>=<value> ...]
npm pkg get [<key> [<key> ...]]
npm pkg delete <key> [<key> ...]
npm pkg fix`;

/** `npm pkg get`, `set` and `delete`: fields of the `package.json`, by paths such as `scripts.test` and `keywords[0]`. */
export const pkg: NpmCommand = (npm) => {
  const [verb, ...words] = npm.args;
  const folders = npm.chosenWorkspaces();
  const projects = folders.length > 0 ? folders.map((path) => new PackageFolder(npm.context, path)) : [npm.project()];
  if (verb === 'get') {
    const values = projects.map(({ content }) => (words.length === 0 ? content : gotten(content, words)));
    const named = projects.map(({ manifest, path }, at) => [manifest.name ?? path, values[at] ?? null]);
    npm.say(JSON.stringify(folders.length > 0 ? Object.fromEntries(named) : values[0], null, 2));
    return 0;
  }
  if (verb === 'fix') {
    for (const { content } of projects) fixFields(content);
  } else if (!(verb === 'set' || verb === 'delete') || words.length === 0)
    throw new NpmError(USAGE, { code: 'EUSAGE' });
  for (const { content } of projects)
    for (const word of verb === 'fix' ? [] : words) {
      if (verb === 'delete') remove(content, parts(word));
      else {
        const [, key, text] = /^([^=]+)=(.+)$/s.exec(word) ?? [];
        if (key === undefined || text === undefined) throw new NpmError(USAGE, { code: 'EUSAGE' });
        set(content, parts(key), npm.config.has('json') ? jsonOf(text) : text);
      }
    }
  for (const project of projects) {
    for (const kind of NEEDS) if (isEmpty(child(project.content, kind))) delete project.content[kind];
    project.save();
  }
  return 0;
};

/** npm drops these when it writes them and they are empty. */
const NEEDS = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'];
const isEmpty = (value: Json | undefined): boolean => isHolder(value) && Object.keys(value).length === 0;

/** The value of a single key, or an object for several. */
function gotten(content: Holder, keys: readonly string[]): Json {
  const found: { [key: string]: Json } = {};
  for (const key of keys) {
    const [last, ...before] = parts(key).reverse();
    const holder = before.reverse().reduce<Json | undefined>((at, part) => child(at, part), content);
    if (Array.isArray(holder) && last !== undefined && !/^\d+$/.test(last)) {
      const [name = ''] = key.split(`.${last}`);
      for (const [index, item] of holder.entries()) found[`${name}[${index}].${last}`] = child(item, last) ?? null;
      continue;
    }
    const value = last === undefined ? undefined : child(holder, last);
    // As in npm, a list of one item is shown as that item.
    if (value !== undefined) found[key] = Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value;
  }
  const [only] = Object.values(found);
  return keys.length === 1 && only !== undefined && keys[0] !== undefined && keys[0] in found ? only : found;
}

/** The parts of a path such as `a.b[0]["c.d"]`. An empty part, from `[]`, means the end of a list. */
function parts(key: string): string[] {
  return [...key.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)].map(([, inBrackets, plain]) => inBrackets ?? plain ?? '');
}

const isHolder = (value: Json | undefined): value is Holder => typeof value === 'object' && value !== null;

function child(value: Json | undefined, part: string): Json | undefined {
  if (!isHolder(value) || !Object.hasOwn(value, part)) return undefined;
  return Array.isArray(value) ? value[Number(part)] : value[part];
}

function put(holder: Holder, part: string, value: Json): void {
  if (!Array.isArray(holder)) holder[part] = value;
  else if (part === '') holder.push(value);
  else if (/^\d+$/.test(part)) holder[Number(part)] = value;
  else throw new NpmError(`Can't add property ${part} to an Array.`, { code: 'ENOADDPROP' });
}

function set(content: Holder, [part = '', ...rest]: readonly string[], value: Json): void {
  const [next] = rest;
  if (next === undefined) return put(content, part, value);
  const there = child(content, part);
  if (there !== undefined && there !== null && !isHolder(there))
    throw new NpmError(`Property ${part} already exists and is not an Array or Object.`, { code: 'EOVERRIDEVALUE' });
  const holder = isHolder(there) ? there : /^\d*$/.test(next) ? [] : {};
  set(holder, rest, value);
  put(content, part, holder);
}

function remove(content: Holder, [part = '', ...rest]: readonly string[]): void {
  const there = child(content, part);
  if (rest.length > 0) {
    if (isHolder(there)) remove(there, rest);
  } else if (Array.isArray(content)) content.splice(Number(part), 1);
  else delete content[part];
}

function jsonOf(text: string): Json {
  const parsed = parseJson(z.json(), text);
  if (!parsed.ok) throw new NpmError(parsed.reason);
  return parsed.value;
}
