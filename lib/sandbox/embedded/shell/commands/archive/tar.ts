import { UsageFailure, type Command } from '../context';
import { readTarTask } from './tar-options';
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
  if (mode === 'c') return createArchive(task);
  if (mode === 'r' || mode === 'u') return appendToArchive(task);
  return mode === 'delete' ? deleteFromArchive(task) : readArchive(task);
};
