/** The working directory and environment that persist from one shell call of a thread to the next. */
export interface ShellState {
  cwd: string;
  env: Record<string, string>;
}
