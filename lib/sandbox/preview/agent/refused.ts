/** Something the agent cannot do with this page. */
export class Refused extends Error {
  constructor(
    readonly code: 'NOT_FOUND' | 'UNSUPPORTED',
    message: string,
  ) {
    super(message);
  }
}
