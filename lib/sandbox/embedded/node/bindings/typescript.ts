import type { Guest } from '../guest';
import { isTypeScript } from '../modules/strip-types';
import type { Binding } from './binding';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.json'];

/** Where TypeScript looks for what a file imports: without an ending, in a folder's index, or by the name that the compiler would give it. */
const candidates = (path: string): string[] => [
  path.replace(/\.([cm]?)js$/, '.$1ts'),
  path.replace(/\.jsx?$/, '.tsx'),
  ...ENDINGS.map((ending) => path + ending),
  ...ENDINGS.map((ending) => `${path.replace(/\/$/, '')}/index${ending}`),
];

/** `internalBinding('typescript')`, which Node 20 lacks: files in TypeScript import as their compiler lets them. */
export function typescript(guest: Guest): Binding {
  const isFile = (path: string): boolean => {
    try {
      return guest.sys.stat(path).type === 'file';
    } catch {
      return false;
    }
  };
  /** The file that one in TypeScript means; undefined if there is none, or another kind of file asks. */
  const find = (path: string, importer: string): string | undefined =>
    isTypeScript(importer) && !isFile(path) ? candidates(path).find(isFile) : undefined;
  return {
    find,
    /** Completes a URL in place. */
    complete(url: URL, importer: unknown) {
      const path = decodeURIComponent(url.pathname);
      const found = find(path, String(importer));
      if (found) url.pathname = found.split('/').map(encodeURIComponent).join('/');
    },
  };
}
