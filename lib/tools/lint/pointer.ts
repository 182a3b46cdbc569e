/** Extends a JSON Pointer (RFC 6901) by some steps. */
export const below = (pointer: string, ...steps: readonly (string | number)[]): string =>
  steps.reduce<string>((path, step) => `${path}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`, pointer);

/** The steps of a JSON Pointer. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
