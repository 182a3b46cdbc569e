import createModule, { type PythonModule } from 'pyodide/pyodide.asm.mjs';
import stdlib from 'pyodide/python_stdlib.zip';
import { lockDown } from '../node/lock-down';
import type { ProcessSpec } from '../protocol/process';
import type { SysClient } from '../protocol/sys-client';
import { showSandboxFiles } from './file-tree';
import pip from './pip.py';
import customize from './sitecustomize.py';
import { connectStreams } from './standard-streams';
import { WHEELS } from './wheels';

/** The Python version in the package. */
const VERSION = [3, 14, 2] as const;
/** Maximum bytes of memory per program. */
const MAX_MEMORY = 1024 * 1024 * 1024;
/** The import that the module calls for more memory. */
const GROW = 'emscripten_resize_heap';
const LIBRARY = '/lib/python3.14';
const SITE = `${LIBRARY}/site-packages`;

/**
 * Runs Python with its command line and returns the exit code. Pyodide's own startup is skipped: it would give programs
 * access to JavaScript, and make each of them wait for its imports.
 */
export async function runPython(
  { args, cwd, env, tty }: ProcessSpec,
  sys: SysClient,
  compiled: Promise<WebAssembly.Module>,
): Promise<number> {
  const streams: { current?: { flush(): void } } = {};
  const held: { module?: PythonModule; ended?: number } = {};
  try {
    const python = await createModule({
      arguments: args,
      thisProgram: '/usr/bin/python3',
      noImageDecoding: true,
      noAudioDecoding: true,
      API: {
        config: { jsglobals: {}, args: [], env: {} },
        runtimeEnv: { IN_BROWSER: true, IN_BROWSER_WEB_WORKER: true },
      },
      print: (text) => sys.output(1, `${text}\n`),
      printErr: (text) => sys.output(2, `${text}\n`),
      onExit(code) {
        held.ended = code;
      },
      preRun: [
        (module) => {
          held.module = module;
          install(module, env);
        },
      ],
      onRuntimeInitialized() {
        if (!held.module) throw new Error('python3: its files were not prepared');
        const { FS } = held.module;
        streams.current = connectStreams(FS, sys, tty?.streams ?? []);
        showSandboxFiles(FS, sys);
        FS.chdir(cwd);
        lockDown();
      },
      instantiateWasm(imports, onSuccess) {
        limitMemory(imports.env);
        // The marker of a JavaScript error, which no program can encounter here.
        const marker = Symbol('error');
        imports.env.Jsv_GetError_import = () => marker;
        imports.env.JsvError_Check = (value: unknown) => value === marker;
        void compiled.then(async (module) => onSuccess(await WebAssembly.instantiate(module, Object(imports)), module));
        return {};
      },
    });
    return held.ended ?? python._Py_RunMain();
  } catch (error) {
    const { status } = Object(error);
    if (typeof status === 'number') return status;
    throw error;
  } finally {
    streams.current?.flush();
  }
}

/** Beyond the limit, Python raises MemoryError, before the tab runs out of memory. */
function limitMemory(env: Record<string, unknown>): void {
  const grow = env[GROW];
  if (typeof grow !== 'function') throw new Error(`python3: the module does not import ${GROW}`);
  env[GROW] = (size: number) => (size >>> 0 > MAX_MEMORY ? 0 : Number(Reflect.apply(grow, undefined, [size])));
}

/** Installs the library and the environment. */
function install({ FS, ENV, API }: PythonModule, env: Readonly<Record<string, string>>): void {
  API.pyVersionTuple = VERSION;
  API.sitePackages = SITE;
  FS.mkdirTree(SITE);
  FS.mkdirTree(`${LIBRARY}/lib-dynload`);
  // Not copied: each program would begin with 5 MB more.
  const keep = { canOwn: true };
  FS.writeFile('/lib/python314.zip', stdlib, keep);
  FS.writeFile(`${SITE}/sitecustomize.py`, customize);
  FS.writeFile(`${SITE}/pip.py`, pip);
  FS.mkdirTree('/lib/wheels');
  for (const [name, bytes] of Object.entries(WHEELS)) FS.writeFile(`/lib/wheels/${name}`, bytes, keep);
  for (const name of Object.keys(ENV)) delete ENV[name];
  Object.assign(ENV, env, { PYTHON_BASIC_REPL: '1' });
}
