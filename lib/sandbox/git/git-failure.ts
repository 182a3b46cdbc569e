/** Why git does not do something, worded as git words it, with the exit code of a program that fails so. */
export class GitFailure extends Error {
  override name = 'GitFailure';
  constructor(
    message: string,
    readonly exitCode = 128,
    /** What git puts before the message; without it `fatal: ` for 128, `error: ` for other codes. */
    readonly prefix = exitCode === 128 ? 'fatal: ' : 'error: ',
  ) {
    super(message);
  }
}
