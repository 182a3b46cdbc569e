/** A failure of the shell itself, told as `bash: line 3: message`. */
export class ShellError extends Error {
  override readonly name = 'ShellError';
  constructor(
    message: string,
    readonly status = 1,
    /** What ends by it: the command, all that its line began, or the script. */
    readonly ends: 'command' | 'line' | 'script' = 'command',
  ) {
    super(message);
  }

  /** Whether it was told already, where it happened. */
  told = false;
}

/** Thrown by `exit` and by what ends a script. */
export class Exit extends Error {
  override readonly name = 'Exit';
  constructor(readonly status: number) {
    super(`exit ${status}`);
  }
}

/** Thrown by an error of syntax: it ends the text that has it. */
export class SyntaxExit extends Exit {}

/** Thrown by `return`. */
export class Return extends Error {
  override readonly name = 'Return';
  constructor(readonly status: number) {
    super(`return ${status}`);
  }
}

/** Thrown by `break` and `continue` through as many loops as `levels` says. */
export class LoopJump extends Error {
  override readonly name = 'LoopJump';
  constructor(
    readonly kind: 'break' | 'continue',
    public levels: number,
  ) {
    super(kind);
  }
}
