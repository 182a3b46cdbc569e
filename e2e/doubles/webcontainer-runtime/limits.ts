/** Promises of the port that the API of WebContainer leaves no way to keep: its one `kill` takes no signal. */
export const cannotBeKept: ReadonlySet<string> = new Set(['node catches SIGTERM if it wants to']);
