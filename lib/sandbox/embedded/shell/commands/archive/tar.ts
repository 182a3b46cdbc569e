import { UsageFailure, type Command } from '../context';
import { readTarTask, type TarTask } from './tar-options';
import { appendToArchive, createArchive, deleteFromArchive } from './tar-pack';
import { readArchive } from './tar-unpack';

/** `tar`, with plain or gzipped archives. */
export const tar: Command = async (context) => {
  const task = await readTarTask(context);
  const modes = ['c', 't', 'x', 'r', 'u', 'd', 'delete'].filter((mode) => task.options.has(mode));
  const [mode] = modes;
  if (mode === undefined || modes.length > 1)
    throw new UsageFailure(
      mode === undefined
        ? "You must specify one of the '-Acdtrux', '--delete' or '--test-label' options"
        : "You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option",
      2,
    );
  if (mode === 'c') return told(task, await createArchive(task));
  if (mode === 'r' || mode === 'u') return appendToArchive(task);
  return mode === 'delete' ? deleteFromArchive(task) : readArchive(task);
};

const LATE =
  'The following options were used after any non-optional arguments in archive create or update mode.  These options are positional and affect only arguments that follow them.  Please, rearrange them properly.';

/** Names the options that had no effect, which is a failure. */
async function told({ context, late }: TarTask, status: number): Promise<number> {
  if (late.length === 0) return status;
  for (const message of [LATE, ...late, 'Exiting with failure status due to previous errors'])
    await context.fail(message);
  return 2;
}
