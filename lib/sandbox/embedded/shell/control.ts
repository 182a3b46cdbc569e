/** An error of the shell itself, reported as `bash: line 3: message`. */
export class ShellError extends Error {
  override readonly name = 'ShellError';
  constructor(
    message: string,
    readonly status = 1,
    /** What the error ends: the command, the whole line, or the script. */
    readonly ends: 'command' | 'line' | 'script' = 'command',
  ) {
    super(message);
  }

  /** Whether it has already been reported, where it happened. */
  told = false;
}

/** Thrown by `exit`, and by everything else that ends a script. */
export class Exit extends Error {
  override readonly name = 'Exit';
  constructor(readonly status: number) {
    super(`exit ${status}`);
  }
}

/** Thrown on a syntax error: it ends the text that contains it. */
export class SyntaxExit extends Exit {}

/** Thrown by `return`. */
export class Return extends Error {
  override readonly name = 'Return';
  constructor(readonly status: number) {
    super(`return ${status}`);
  }
}

/** Thrown by `break` and `continue`, through `levels` loops. */
export class LoopJump extends Error {
  override readonly name = 'LoopJump';
  constructor(
    readonly kind: 'break' | 'continue',
    public levels: number,
  ) {
    super(kind);
  }
}
