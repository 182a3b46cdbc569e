/** The parts of Emscripten used here; the package does not type them. */

declare module 'pyodide/pyodide.asm.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module 'pyodide/python_stdlib.zip' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module '*.whl' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare module '*.py' {
  const text: string;
  export default text;
}

declare module 'pyodide/pyodide.asm.mjs' {
  export interface Attributes {
    size?: number;
  }

  export interface FSNode {
    name: string;
    parent: FSNode;
    mode: number;
    mount: Mount;
    node_ops: { setattr(node: FSNode, attributes: Attributes): void };
    stream_ops: object;
  }

  export interface Mount {
    type: FileSystem;
    opts: { root: string; fs: object };
    mountpoint: string;
    mounts: Mount[];
    root?: FSNode;
  }

  export interface FSStream {
    node: FSNode;
    nfd?: number;
    position: number;
    seekable?: boolean;
    tty?: object;
  }

  export interface FileSystem {
    mount(mount: Mount): FSNode;
    stream_ops: {
      llseek(stream: FSStream, offset: number, whence: number): number;
      dup?(stream: FSStream): void;
      setattr?(stream: FSStream, attributes: Attributes): void;
    };
  }

  export interface DeviceOperations {
    open?(stream: FSStream): void;
    read?(stream: FSStream, buffer: ArrayBufferView<ArrayBuffer>, offset: number, length: number): number;
    write?(stream: FSStream, buffer: ArrayBufferView<ArrayBuffer>, offset: number, length: number): number;
  }

  export interface FS {
    root: FSNode;
    streams: (FSStream | null)[];
    filesystems: { PROXYFS: FileSystem };
    hashAddNode(node: FSNode): void;
    hashRemoveNode(node: FSNode): void;
    lookupNode(parent: FSNode, name: string): FSNode;
    mkdirTree(path: string): void;
    /** `canOwn`: the file keeps the bytes themselves, not a copy. */
    writeFile(path: string, data: Uint8Array | string, options?: { canOwn?: boolean }): void;
    chdir(path: string): void;
    unlink(path: string): void;
    open(path: string, flags: number): FSStream;
    close(stream: FSStream): void;
    makedev(major: number, minor: number): number;
    registerDevice(device: number, operations: DeviceOperations): void;
    mkdev(path: string, device: number): void;
  }

  export interface PythonModule {
    FS: FS;
    ENV: Record<string, string>;
    API: { pyVersionTuple?: readonly number[]; sitePackages?: string };
    /** Runs what the arguments say. Returns the exit code. */
    _Py_RunMain(): number;
  }

  export interface Settings {
    arguments: readonly string[];
    thisProgram: string;
    noImageDecoding: boolean;
    noAudioDecoding: boolean;
    API: object;
    preRun: readonly ((module: PythonModule) => void)[];
    onRuntimeInitialized(this: void): void;
    onExit(this: void, code: number): void;
    print(this: void, text: string): void;
    printErr(this: void, text: string): void;
    instantiateWasm(
      imports: { env: Record<string, unknown> },
      onSuccess: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }

  export default function createModule(settings: Settings): Promise<PythonModule>;
}
