/** What `ed` needs of the world around it. Files are named by path, programs as `!command`. */
export interface EdWorld {
  /** The next line of the script; undefined at its end. */
  line(): Promise<string | undefined>;
  print(text: string): void;
  read(name: string): Promise<string[]>;
  /** Writes lines, and returns how many bytes they are. */
  write(name: string, lines: readonly string[], append: boolean): Promise<number>;
  run(command: string): Promise<void>;
  readonly extended: boolean;
  /** Whether counts are not told. */
  readonly quiet: boolean;
}
