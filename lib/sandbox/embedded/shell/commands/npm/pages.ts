import { manifestIn } from './install/local';
import { PackageIndex } from './install/package-index';
import { specOf } from './install/tree';
import type { Npm, NpmCommand } from './npm';
import { NpmError } from './npm-error';
import { PackageFolder, type PackageJson } from './project';
import { aboutRepository, wholeAddress } from './repository';

/** Finds the address of a page about a package. */
type PageOf = (content: PackageJson, spec: string) => string;

const registryPage = ({ name }: PackageJson): string => `https://www.npmjs.com/package/${text(name) ?? ''}`;

/** The address of a package's repository as its `package.json` has it. */
function repositoryOf({ repository }: PackageJson): string | undefined {
  const url: unknown = typeof repository === 'string' ? repository : Object(repository).url;
  return typeof url === 'string' ? wholeAddress(url) : undefined;
}

const pagesOf = (content: PackageJson): PackageJson => aboutRepository(repositoryOf(content) ?? '').pages;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const PAGES: Readonly<Record<string, PageOf>> = {
  docs: (content) => text(content.homepage) ?? text(pagesOf(content).homepage) ?? registryPage(content),
  bugs(content) {
    const { bugs } = content;
    const { url, email } = Object(bugs);
    const mail = text(email) === undefined ? undefined : `mailto:${email}`;
    return text(bugs) ?? text(url) ?? mail ?? text(Object(pagesOf(content).bugs).url) ?? registryPage(content);
  },
  repo(content, spec) {
    const url = repositoryOf(content);
    if (url === undefined) throw new NpmError(`no repository`, { details: [['pkgid', spec]] });
    const folder = text(Object(content.repository).directory);
    const page = text(pagesOf(content).homepage)?.replace(/#readme$/, '');
    if (page !== undefined) return folder === undefined ? page : `${page}/tree/HEAD/${folder}`;
    const { hostname, pathname } = new URL(url.replace(/^git\+/, ''));
    return `https://${hostname}${pathname.replace(/\.git$/, '')}`;
  },
};

/** `npm docs`, `repo` and `bugs`: the address of a page about a package. No browser opens from here. */
export const page: NpmCommand = (npm) => {
  const { args, command, config } = npm;
  const chosen = npm.chosenWorkspaces();
  for (const word of args.length > 0 ? args : chosen.length > 0 ? chosen : ['.']) {
    const content = contentOf(npm, word);
    const url = encodeURI(PAGES[command]?.(content, word) ?? registryPage(content));
    const title = `${text(content.name) ?? ''} ${command} available at the following URL`;
    npm.say(config.has('json') ? JSON.stringify({ title, url }, null, 2) : `${title}:\n${url}`);
  }
  return 0;
};

/** The `package.json` of a folder, of an installed package, or of one of the set. */
function contentOf({ context, prefix }: Npm, word: string): PackageJson {
  if (word === '.') return new PackageFolder(context, prefix).content;
  if (/^[./]/.test(word)) return new PackageFolder(context, context.path(word)).content;
  const { name, range } = specOf(word);
  const folder = `${prefix}/node_modules/${name}`;
  if (context.sys.isFile(`${folder}/package.json`)) return new PackageFolder(context, folder).content;
  const index = PackageIndex.load(context);
  return manifestIn(index.tarball(name, index.pick(name, range).version), name);
}
