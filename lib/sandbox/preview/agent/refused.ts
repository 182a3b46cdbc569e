/** An order that the agent cannot carry out on this page. */
export class Refused extends Error {
  constructor(
    readonly code: 'NOT_FOUND' | 'UNSUPPORTED',
    message: string,
  ) {
    super(message);
  }
}
