import type { FS, FSStream, Mount } from 'pyodide/pyodide.asm.mjs';
import type { SysClient } from '../protocol/sys-client';
import { SandboxFiles } from './sandbox-files';

/** Folders that remain Python's own: devices and the library. */
const OWN = ['dev', 'lib'];
const FROM_END = 2;

/** Makes the sandbox's files Python's root file system, with Python's own folders in it. */
export function showSandboxFiles(FS: FS, sys: SysClient): void {
  const { PROXYFS } = FS.filesystems;
  const files = new SandboxFiles(sys);
  // For a file without a name, only its open handle knows where it ends.
  const { llseek } = PROXYFS.stream_ops;
  PROXYFS.stream_ops.llseek = (stream: FSStream, offset, whence) =>
    whence === FROM_END && stream.nfd !== undefined
      ? llseek(stream, files.size(stream.nfd) + offset, 0)
      : llseek(stream, offset, whence);
  PROXYFS.stream_ops.dup = ({ nfd }) => {
    if (nfd !== undefined) files.dup(nfd);
  };
  PROXYFS.stream_ops.setattr = ({ node, nfd }, attributes) => {
    if (attributes.size !== undefined && nfd !== undefined) files.resize(nfd, attributes.size);
    else node.node_ops.setattr(node, attributes);
  };
  const mount: Mount = { type: PROXYFS, opts: { root: '/', fs: files }, mountpoint: '/', mounts: [] };
  const add = FS.hashAddNode.bind(FS);
  // Do not cache nodes: other programs change these files, too.
  FS.hashAddNode = (node) => {
    if (node.mount !== mount) add(node);
  };
  const own = OWN.map((name) => FS.lookupNode(FS.root, name));
  const root = PROXYFS.mount(mount);
  root.mount = mount;
  mount.root = root;
  for (const node of own) {
    FS.hashRemoveNode(node);
    node.parent = root;
    add(node);
  }
  FS.root = root;
}
