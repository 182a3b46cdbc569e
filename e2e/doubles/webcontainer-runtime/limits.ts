/** Promises of the port that WebContainer's API cannot keep: its only `kill` takes no signal. */
export const cannotBeKept: ReadonlySet<string> = new Set(['node catches SIGTERM if it wants to']);

/**
 * Cases that need a bash and its usual programs. The real runtime's `bash` is `jsh`, which according to its issues 1165 and
 * 1404 has no loops, functions or `sleep`; the cases have never been run there.
 */
export const beyondJsh: ReadonlySet<string> = new Set([
  'has pipes, lists, here documents and globs',
  'keeps cd, variables and errexit from one statement to the next',
  'streams output before the end',
  'passes its input to a command',
  'writes the final cwd to TOOLYARD_CWD_FILE',
  'ends a sleeping command with SIGTERM',
  'ends an endless loop with SIGKILL and keeps the files',
  'runs processes side by side and counts them',
  'runs a script file with its arguments',
  'keeps much output whole and in order',
  'node in a pipe and in a list',
  'node starts other programs',
]);

/** Cases that only Node itself can pass: the double runs programs on the embedded `node`, which opens no file descriptors. */
export const beyondOurNode: ReadonlySet<string> = new Set(['a large file that is named is searched part by part']);
