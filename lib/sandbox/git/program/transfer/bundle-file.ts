import git from 'isomorphic-git';
import { bytesToHex, concatBytes, decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { GitFailure } from '../../git-failure';
import { makeFolder, removeAll, writeText } from '../../git-fs';
import { initRepository } from '../../repository';
import { readCommit, subjectLine } from '../../store/commit';
import { readConfig } from '../setup/config';
import type { Context } from '../setup/context';
import type { GitIo } from '../setup/git-io';

const HEAD = '# v2 git bundle\n';
const HEAD_3 = '# v3 git bundle\n';
const FORMAT = '@object-format=sha1\n';

export interface BundleHead {
  readonly refs: readonly { readonly name: string; readonly oid: string }[];
  readonly needs: readonly string[];
  readonly pack: Uint8Array;
}

/** The head of a bundle; undefined if the file is not a bundle. */
export function parseBundle(bytes: Uint8Array): BundleHead | undefined {
  if (![HEAD, HEAD_3].includes(decodeUtf8(bytes.subarray(0, HEAD.length)))) return undefined;
  let at = HEAD.length;
  const refs: { name: string; oid: string }[] = [];
  const needs: string[] = [];
  for (;;) {
    const end = bytes.indexOf(10, at);
    const line = decodeUtf8(bytes.subarray(at, end));
    at = end + 1;
    if (line === '') break;
    if (line.startsWith('@')) continue;
    if (line.startsWith('-')) needs.push(line.slice(1, 41));
    else refs.push({ oid: line.slice(0, 40), name: line.slice(41) });
  }
  return { refs, needs, pack: bytes.subarray(at) };
}

export async function makeBundle(
  context: Context,
  refs: readonly { name: string; oid: string }[],
  oids: readonly string[],
  needs: readonly string[],
  isVersion3: boolean,
): Promise<Uint8Array> {
  const { packfile } = await git.packObjects({ ...context.at, oids: [...oids], write: false });
  const known = await Promise.all(
    needs.map(async (oid) => `-${oid} ${subjectLine((await readCommit(context.objects, oid)).message)}\n`),
  );
  const head = `${isVersion3 ? HEAD_3 + FORMAT : HEAD}${known.join('')}${refs.map(({ name, oid }) => `${oid} ${name}\n`).join('')}\n`;
  return concatBytes(encodeUtf8(head), packfile ?? new Uint8Array());
}

/** Fails unless the commits that a bundle builds on are here. */
export async function mustHavePrerequisites(
  { objects }: { readonly objects: Pick<Context['objects'], 'find'> },
  needs: readonly string[],
): Promise<void> {
  const found = await Promise.all(needs.map(async (oid) => ({ oid, object: await objects.find(oid) })));
  const lacking = found.flatMap(({ oid, object }) => (object ? [] : [oid]));
  if (lacking.length > 0)
    throw new GitFailure(
      `Repository lacks these prerequisite commits:\n${lacking.map((oid) => `error: ${oid} `).join('\n')}`,
      1,
    );
}

/** Opens a bundle as a repository: unpacked beside the file while it is needed. */
export async function openBundle(
  io: GitIo,
  path: string,
): Promise<{ context: Context; names: readonly string[]; needs: readonly string[] } | undefined> {
  const bundle = parseBundle(await io.fs.readFile(path));
  if (!bundle) return undefined;
  const root = `${io.settings.replace(/\/[^/]*$/, '') || '/tmp'}/bundle-${bytesToHex(bundle.pack.slice(-6))}`;
  await removeAll(io.fs, root);
  try {
    const context = await unpack(io, bundle, root);
    return { context, names: bundle.refs.map(({ name }) => name), needs: bundle.needs };
  } catch (error) {
    await removeAll(io.fs, root);
    throw error;
  }
}

async function unpack(io: GitIo, bundle: BundleHead, root: string): Promise<Context> {
  await makeFolder(io.fs, root);
  const repository = await initRepository(io.fs, root, 'main', true);
  const name = `pack-${bytesToHex(bundle.pack.slice(-20))}`;
  await io.fs.writeFile(`${root}/objects/pack/${name}.pack`, new Uint8Array(bundle.pack));
  await git.indexPack({ ...repository.at, dir: root, filepath: `objects/pack/${name}.pack` });
  const config = await readConfig(io, repository);
  const standard = `refs/heads/${config.get('init.defaultBranch') ?? 'main'}`;
  for (const { name: ref, oid } of bundle.refs) {
    if (ref === 'HEAD') {
      const own = bundle.refs.filter((other) => other.oid === oid && other.name.startsWith('refs/heads/'));
      const branch = own.find((other) => other.name === standard || other.name === 'refs/heads/master') ?? own[0];
      if (branch) await repository.refs.link('HEAD', branch.name);
      else await writeText(io.fs, `${root}/HEAD`, `${oid}\n`);
    } else await repository.refs.write(ref, oid);
  }
  return { ...repository, io, config };
}
