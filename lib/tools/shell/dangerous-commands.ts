import type { SyntaxNode } from 'unbash';
import { UNKNOWN } from './alternatives';
import type { Executed } from './evaluate';
import { BELOW, readFind } from './find';
import { absoluteIn, type ShellFolders } from './folders';
import type { DangerousCommand } from './refusal-texts';
import type { FunctionBody } from './shell-model';
import { nodesIn, simpleCommands } from './syntax';
import { programOf } from './unwrap';

/** Detects what is dangerous about a command. */
type Detector = (args: readonly string[], executed: Executed, folders: ShellFolders) => DangerousCommand | undefined;

const SYSTEM_FOLDERS = 'bin boot dev etc home lib lib64 opt proc root run sbin srv sys usr var'.split(' ');

const rm: Detector = (args, executed, folders) =>
  loses('delete', has(args, /^-[^-]*[rR]/, '--recursive') ? args : args.filter(isFound), executed, folders);

/** A path found by `find` stands for more than one file. */
const isFound = (path: string): boolean => path.endsWith(BELOW);

const unlink: Detector = (args, executed, folders) => loses('delete', args.filter(isFound), executed, folders);

const chmod: Detector = (args, executed, folders) =>
  has(args, /^-[^-]*R/, '--recursive') ? loses('changeRights', args.slice(1), executed, folders) : undefined;

const mv: Detector = (args, executed, folders) => loses('move', plain(args).slice(0, -1), executed, folders);

/** `find -delete` deletes what is below its starting folders. */
const find: Detector = (args, executed, folders) => {
  const { deletes, starts } = readFind(args);
  return deletes
    ? loses(
        'delete',
        starts.map((start) => `${start}${BELOW}`),
        executed,
        folders,
      )
    : undefined;
};

const dd: Detector = (args) => firstOverwritten(args.map((arg) => arg.replace(/^of=/, '')));
const tee: Detector = (args) => firstOverwritten(plain(args));
const shred: Detector = (args, executed, folders) => firstOverwritten(plain(args)) ?? unlink(args, executed, folders);
const kill: Detector = (args) => (args.includes('-1') && args.length > 1 ? (deeds) => deeds.endProcesses() : undefined);
const shutdown: Detector = () => (deeds) => deeds.stopMachine();

const DETECTORS: ReadonlyMap<string, Detector> = new Map(
  Object.entries({
    rm,
    chmod,
    chown: chmod,
    mv,
    find,
    dd,
    shred,
    tee,
    unlink,
    kill,
    shutdown,
    poweroff: shutdown,
    halt: shutdown,
    reboot: shutdown,
  }),
);

/** What a command would do that no rule can allow; undefined if it is harmless. */
export function dangerousCommandIn(executed: Executed, folders: ShellFolders): DangerousCommand | undefined {
  const [first = '', ...args] = executed.argv;
  const program = programOf(first);
  if (/^mkfs(\.|$)/.test(program)) return (deeds) => deeds.format();
  // If the program is unknown, assume `rm`.
  const detector = first.includes(UNKNOWN) ? rm : DETECTORS.get(program);
  return detector?.(args, executed, folders);
}

/** What writing to a path would do that no rule can allow; undefined if it is harmless. */
export function overwrites(path: string): DangerousCommand | undefined {
  return /^\/dev\/(sd|hd|nvme|vd|xvd|mmcblk|mem|kmem|port)/.test(path) ? (deeds) => deeds.overwrite(path) : undefined;
}

const firstOverwritten = (paths: readonly string[]): DangerousCommand | undefined =>
  paths.map(overwrites).find(Boolean);

/** Whether a function starts itself in the background, or more than once in a pipeline. */
export function isForkBomb(name: string, body: FunctionBody): boolean {
  const calls = (node: SyntaxNode): number =>
    [...simpleCommands(node)].filter((one) => one.name?.value === name).length;
  for (const node of nodesIn(body)) {
    if (node.type === 'Statement' && node.background && calls(node) > 0) return true;
    if (node.type === 'Pipeline' && node.commands.length > 1 && calls(node) > 1) return true;
  }
  return false;
}

const has = (args: readonly string[], letter: RegExp, long: string): boolean =>
  args.some((arg) => arg === long || letter.test(arg));

const plain = (args: readonly string[]): readonly string[] => args.filter((arg) => !arg.startsWith('-'));

function loses(
  deed: 'delete' | 'changeRights' | 'move',
  targets: readonly string[],
  { cwd }: Executed,
  folders: ShellFolders,
): DangerousCommand | undefined {
  for (const target of plain(targets)) {
    for (const folder of cwd) {
      const path = absoluteIn(folder, target);
      if (isVital(path, folders)) return (deeds) => deeds[deed](path);
    }
  }
  return undefined;
}

/** Whether a path is the root, a system folder, the home, the workdir or above it; or all contents of one except the workdir. */
export function isVital(path: string, { workdir, home }: Pick<ShellFolders, 'workdir' | 'home'>): boolean {
  const folder = path.replace(/(\/[^/]*[*?[][^/]*)+$/, '') || '/';
  const contents = folder !== path;
  if (folder === workdir && folder !== '/') return !contents;
  return folder === home || isAbove(folder, workdir) || SYSTEM_FOLDERS.includes(folder.slice(1));
}

const isAbove = (folder: string, path: string): boolean => path.startsWith(folder === '/' ? '/' : `${folder}/`);
