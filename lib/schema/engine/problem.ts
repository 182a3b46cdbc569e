/** What can be wrong with a schema, as opposed to a value. */
export type ProblemCode = 'costly' | 'endless' | 'malformed' | 'reference' | 'invalidPattern' | 'unsafePattern';

/** The schema itself cannot be used. Thrown inside a check only; `validate` turns it into an issue. */
export class SchemaProblem extends Error {
  constructor(
    readonly code: ProblemCode,
    /** The keyword, reference or pattern at fault. */
    readonly detail = '',
  ) {
    super(`${code} ${detail}`);
  }
}
