/** What `ed` answers with `?`. */
export class EdFailure extends Error {
  override readonly name = 'EdFailure';
}
