/** A failure of git, in git's words, with its exit code. */
export class GitFailure extends Error {
  override name = 'GitFailure';
  constructor(
    message: string,
    readonly exitCode = 128,
    /** What git prints before the message; by default `fatal: ` for 128, `error: ` for other codes. */
    readonly prefix = exitCode === 128 ? 'fatal: ' : 'error: ',
  ) {
    super(message);
  }
}
