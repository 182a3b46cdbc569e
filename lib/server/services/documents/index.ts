import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLED_SCHEME } from '@/lib/protocol';

/** A document bundled with the program. */
interface BundledDocument {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** Where they are: a folder of Markdown files, and two files of the repository. */
const FOLDER = 'public/docs';
const OTHERS = { readme: 'README.md', tools: 'lib/tools/README.md' };

let loaded: Promise<readonly BundledDocument[]> | undefined;

/** All bundled documents; loaded once. */
export const bundledDocuments = (): Promise<readonly BundledDocument[]> => (loaded ??= load());

export const findDocument = async (url: string): Promise<BundledDocument | undefined> =>
  (await bundledDocuments()).find((document) => document.url === url);

async function load(): Promise<BundledDocument[]> {
  const names = (await readdir(join(/* turbopackIgnore: true */ process.cwd(), FOLDER)))
    .filter((name) => name.endsWith('.md'))
    .toSorted();
  const files = [
    ...names.map((name): [string, string] => [name.slice(0, -'.md'.length), join(FOLDER, name)]),
    ...Object.entries(OTHERS),
  ];
  return Promise.all(
    files.map(async ([name, path]) => {
      // Read at run time: if the bundler traced it, it would include the whole project.
      const text = await readFile(join(/* turbopackIgnore: true */ process.cwd(), path), 'utf8');
      return { url: `${BUNDLED_SCHEME}//docs/${name}`, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
    }),
  );
}
