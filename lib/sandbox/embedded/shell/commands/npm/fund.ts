import * as z from 'zod';
import { EDGE_KINDS, specOf, type TreeNode } from './install/tree';
import { installedTree } from './installed-tree';
import type { NpmCommand } from './npm';
import { NpmError } from './npm-error';
import { treeText, type DrawnTree } from './tree-text';

const SourceSchema = z.union([
  z.string().transform((url) => ({ url, type: undefined })),
  z.looseObject({ type: z.unknown().optional(), url: z.string() }),
]);
const FundingSchema = z.union([SourceSchema, z.array(SourceSchema)]);
type Funding = z.infer<typeof FundingSchema>;

/** A package that asks for money, or that needs some that do. */
interface Funded {
  name?: string;
  version?: string;
  funding?: Funding;
  dependencies?: Record<string, Funded>;
}

/** `npm fund`: which of the installed packages ask for money, and where; with a name, where that package does. */
export const fund: NpmCommand = (npm) => {
  const { config, args } = npm;
  const project = npm.project();
  const root = installedTree(npm, project);
  const [word] = args;
  if (word !== undefined) {
    const { name } = specOf(word);
    const own = word === '.' ? project.content.funding : undefined;
    const sources = [fundingOf(own ?? [...root.all()].find((node) => node.name === name)?.entry.funding) ?? []].flat();
    if (sources.length === 0) throw new NpmError(`No valid funding method available for: ${word}`, { code: 'ENOFUND' });
    const [first] = sources.slice(config.get('which') === undefined ? 0 : Number(config.get('which')) - 1);
    if (first && (sources.length === 1 || config.get('which') !== undefined))
      npm.say(`${titleOf(first)}:\n${first.url}`);
    else {
      const isWrong = config.get('which') !== undefined;
      if (isWrong) npm.say(`--which=${config.get('which')} is not a valid index`);
      for (const [at, source] of sources.entries()) npm.say(`${at + 1}: ${titleOf(source)}: ${source.url}`);
      npm.say(
        'Run `npm fund [<package-spec>] --which=1`, for example, to open the first funding URL listed in that package',
      );
    }
    return 0;
  }
  const { name = project.path.slice(project.path.lastIndexOf('/') + 1), version } = project.manifest;
  const own = fundingOf(project.content.funding);
  const seen = new Set<string>();
  const { found, length } = fundedBelow(root, seen);
  const about = { ...(version !== undefined && { version }), ...(own && { funding: own }) };
  if (config.has('json')) npm.say(JSON.stringify({ length, name, ...about, dependencies: found }, null, 2));
  else npm.say(treeText(drawn({ name, ...about, dependencies: found }, new Map()) ?? { label: name, nodes: [] }));
  return 0;
};

const titleOf = ({ type }: z.infer<typeof SourceSchema>): string =>
  `${typeof type === 'string' ? `${type} funding` : 'Funding'} available at the following URL`;

/** Where a package asks for money; undefined if that is no address of the web. */
function fundingOf(given: unknown): Funding | undefined {
  const parsed = FundingSchema.safeParse(given);
  if (!parsed.success) return undefined;
  const isWeb = ({ url }: { url: string }) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return [parsed.data].flat().every(isWeb) ? parsed.data : undefined;
}

/** The packages below one that ask for money. Those that do not are left out, and what they need comes after the others. */
function fundedBelow(node: TreeNode, seen: Set<string>): { found: Record<string, Funded>; length: number } {
  const found: Record<string, Funded> = {};
  const trailing: Record<string, Funded> = {};
  const edges = node.edges.toSorted((a, b) => EDGE_KINDS.indexOf(a.kind) - EDGE_KINDS.indexOf(b.kind));
  const direct = edges.flatMap((edge) => {
    const met = node.resolve(edge);
    const id = `${met?.name}${met?.entry.version}`;
    if (!met || seen.has(id)) return [];
    seen.add(id);
    return [{ met, funding: fundingOf(met.entry.funding) }];
  });
  let length = direct.filter(({ funding }) => funding !== undefined).length;
  for (const { met, funding } of direct) {
    const below = fundedBelow(met, seen);
    length += below.length;
    const hasMore = Object.keys(below.found).length > 0;
    const { version } = met.entry;
    if (funding) found[met.name] = { version, funding, ...(hasMore && { dependencies: below.found }) };
    else Object.assign(trailing, below.found);
  }
  return { found: { ...found, ...trailing }, length };
}

/** A package under the address where it asks for money; one whose address has been drawn stands beside the others there. */
function drawn(one: Funded, seen: Map<string, { label: string }>): DrawnTree | undefined {
  const id = `${one.name}${one.version === undefined ? '' : `@${one.version}`}`;
  const [source] = [one.funding ?? []].flat();
  const there = source && seen.get(source.url);
  const item = { label: id };
  if (there) there.label += `, ${id}`;
  else if (source) {
    item.label = treeText({ label: source.url, nodes: [{ label: id, nodes: [] }] }).trim();
    seen.set(source.url, item);
  }
  const nodes = Object.entries(one.dependencies ?? {}).flatMap(([name, its]) => drawn({ ...its, name }, seen) ?? []);
  return there ? undefined : Object.assign(item, { nodes });
}
