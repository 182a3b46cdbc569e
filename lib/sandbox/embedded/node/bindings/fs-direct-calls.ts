import { TextDecoder } from '../native';
import type { NodeProgram } from '../program';
import { isCallback, type Binding } from '../binding';
import { pathText } from './fs-calls';
import { pathOf } from './open-files';
import { errnoOf } from './uv';

/** The calls without a request. */
export function directCalls(program: NodeProgram): Binding {
  const { sys } = program;
  const kind = (path: string): number => {
    try {
      return sys.stat(program.path(path)).type === 'directory' ? 1 : 0;
    } catch {
      return errnoOf('ENOENT');
    }
  };
  return {
    existsSync(path: unknown) {
      try {
        return sys.exists(pathOf(program, pathText(path)));
      } catch {
        return false;
      }
    },
    internalModuleStat: (...args: unknown[]) => kind(pathText(args.find((one) => typeof one === 'string'))),
    internalModuleReadJSON(path: string) {
      try {
        const text = new TextDecoder().decode(sys.read(program.path(path)));
        return [text, /"(?:main|name|type|exports|imports)"/.test(text)];
      } catch {
        return [];
      }
    },
    getFormatOfExtensionlessFile: (path: string) => {
      const head = sys.read(program.path(path));
      return head[0] === 0 && head[1] === 0x61 && head[2] === 0x73 && head[3] === 0x6d ? 1 : 0;
    },
    legacyMainResolve: (path: unknown, main: string | undefined) => {
      const folder = pathText(path)
        .replace(/^file:\/\//, '')
        .replace(/\/package\.json$/, '')
        .replace(/\/$/, '');
      const tries = main
        ? ['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node'].map(
            (end) => `${folder}/${main}${end}`,
          )
        : Array.from({ length: 7 }, () => '');
      const all = [...tries, ...['index.js', 'index.json', 'index.node'].map((name) => `${folder}/${name}`)];
      const found = all.findIndex((one) => one !== '' && kind(one) === 0);
      if (found >= 0) return found;
      throw Object.assign(new Error(`Cannot find package '${folder}'`), { code: 'ERR_MODULE_NOT_FOUND' });
    },
    isCallback,
  };
}
