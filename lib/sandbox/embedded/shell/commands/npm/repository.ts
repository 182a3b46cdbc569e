import type { PackageFolder, PackageJson } from './project';

const HOSTED =
  /^(?:git\+)?(?:(https?|ssh|git):\/\/)?(?:[^@/]+@)?(github\.com|gitlab\.com|bitbucket\.org)[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/;

const SHORT = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/;

/** The address that a short form such as `github:user/name` means, or else the address as it is. */
export function wholeAddress(url: string): string {
  const [, host = 'github', name] = SHORT.exec(url) ?? [];
  return name === undefined ? url : `https://${host}.${host === 'bitbucket' ? 'org' : 'com'}/${name}`;
}

/** What npm makes of a repository's address: the address itself, and the pages of a known host for faults and about it. */
export function aboutRepository(url: string): { repository: PackageJson; pages: PackageJson } {
  const [, protocol, host, name] = HOSTED.exec(wholeAddress(url)) ?? [];
  if (host === undefined) return { repository: { type: 'git', url }, pages: {} };
  const page = `https://${host}/${name}`;
  const whole = protocol?.startsWith('http') ? page : `ssh://git@${host}/${name}`;
  return {
    repository: { type: 'git', url: `git+${whole}.git` },
    pages: { bugs: { url: `${page}/issues` }, homepage: `${page}#readme` },
  };
}

/** The address of the remote `origin` of the repository that a folder is the top of; undefined without one. */
export function remoteOf(project: PackageFolder): string | undefined {
  const lines = project.textOf('.git/config')?.split(/\r?\n/) ?? [];
  const at = lines.indexOf('[remote "origin"]');
  const line = at === -1 ? undefined : lines.slice(at + 1, at + 3).find((one) => /^\s*url =/.test(one));
  return line?.replace(/^\s*url = /, '').replace(/^git@github\.com:/, 'https://github.com/');
}
