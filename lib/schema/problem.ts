/** What can be wrong with a schema, rather than with a value. */
export type ProblemCode = 'costly' | 'endless' | 'malformed' | 'reference' | 'invalidPattern' | 'unsafePattern';

/** The schema itself cannot be used. Thrown inside a check only; `validate` turns it into an issue. */
export class SchemaProblem extends Error {
  constructor(
    readonly code: ProblemCode,
    /** The keyword, reference or pattern that is wrong. */
    readonly detail = '',
  ) {
    super(`${code} ${detail}`);
  }
}
