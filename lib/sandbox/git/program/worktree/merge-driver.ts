import { GitFailure } from '../../git-failure';
import { lookAt, removeAll } from '../../git-fs';
import type { TreeMergeRules } from '../../merge/merge-trees';
import type { Context } from '../setup/context';
import { attributesOf } from './work-files';

/** How long markers are unless an attribute says otherwise. */
export const MARKER_SIZE = 7;

/** How long the markers of a file's conflicts are: `conflict-marker-size`. */
export async function markerSizeOf(context: Context, path: string): Promise<number> {
  const size = Number(await attributesOf(context).get(path, 'conflict-marker-size'));
  return Number.isSafeInteger(size) && size > 0 ? size : MARKER_SIZE;
}

/** How the attributes and settings of a repository merge its files: gitattributes(5), "Performing a three-way merge". */
export function mergeByAttributes(context: Context): Pick<TreeMergeRules, 'attribute' | 'markerSize' | 'driver'> {
  const { config, fs, root, io } = context;
  const attribute = async (path: string) =>
    (await attributesOf(context).get(path, 'merge')) ?? config.get('merge.default');
  return {
    attribute,
    markerSize: (path) => markerSizeOf(context, path),
    async driver(path, versions) {
      const name = await attribute(path);
      const command = typeof name === 'string' ? config.get(`merge.${name}.driver`) : undefined;
      if (command === undefined) return undefined;
      let number = 0;
      const unused = async () => {
        for (;;) {
          const name = `.merge_file_${number++}`;
          if (!(await lookAt(fs, `${root}/${name}`))) return name;
        }
      };
      const files = { O: await unused(), A: await unused(), B: await unused() };
      const values: Record<string, string> = {
        ...files,
        L: String(await markerSizeOf(context, path)),
        P: `'${path.replaceAll("'", String.raw`'\''`)}'`,
        '%': '%',
      };
      await fs.writeFile(`${root}/${files.O}`, versions.base);
      await fs.writeFile(`${root}/${files.A}`, versions.ours);
      await fs.writeFile(`${root}/${files.B}`, versions.theirs);
      try {
        const line = command.replaceAll(/%(.)/g, (whole, key: string) => values[key] ?? whole);
        const { code } = await io.run(['sh', '-c', line], { cwd: root, env: io.env });
        const made = await lookAt(fs, `${root}/${files.A}`);
        if (!made) throw new GitFailure('Failed to execute internal merge\nMerge with strategy ort failed.', 2);
        return { bytes: await fs.readFile(`${root}/${files.A}`), clean: code === 0 };
      } finally {
        for (const file of Object.values(files)) await removeAll(fs, `${root}/${file}`);
      }
    },
  };
}
