import { TestSandbox, type TestPrograms } from '../../../testing/sandbox';
import { WORKDIR } from '../../../kernel/layout';
import { ENVIRONMENT, FOLDER, latin1, type Outcome } from '../../../testing/outcome';
import type { Case } from './cases';

/** Timeout per case, in milliseconds. */
const DEADLINE = 120_000;

/** Runs a case in its own sandbox. */
export async function runEmbedded(
  programs: TestPrograms,
  { files, command }: Case,
  packageFile?: (file: string) => Uint8Array | undefined,
): Promise<Outcome> {
  const sandbox = new TestSandbox(programs, packageFile);
  const { fs } = sandbox;
  for (const [path, text] of Object.entries(files)) {
    const full = `${WORKDIR}/${path}`;
    fs.mkdir(full.slice(0, full.lastIndexOf('/')), { recursive: true });
    fs.write(full, new TextEncoder().encode(text));
  }
  const env = { ...ENVIRONMENT, PATH: '/usr/local/bin:/usr/bin:/bin', HOME: WORKDIR };
  // A plain call needs no shell.
  const plain = /^node ([\w./-]+)$/.exec(command)?.[1];
  const ran = await (plain
    ? sandbox.run('node', [plain], env, '', DEADLINE)
    : sandbox.run('bash', ['-c', command], env, '', DEADLINE));
  const place = (text: string) => text.replaceAll(WORKDIR, FOLDER);
  const below = fs.below(WORKDIR).map(({ path, type }): [string, string] => {
    const short = path.slice(WORKDIR.length + 1);
    if (type === 'symlink') return [short, place(`-> ${fs.readlink(path)}`)];
    return type === 'directory' ? [`${short}/`, ''] : [short, place(latin1(fs.read(path)))];
  });
  sandbox.close();
  return {
    stdout: place(latin1(new TextEncoder().encode(ran.stdout))),
    stderr: place(ran.stderr),
    code: ran.code,
    files: Object.fromEntries(below),
  };
}
