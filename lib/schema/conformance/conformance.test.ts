import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../json-schema';
import { validate } from '../validate';
import { readRemotes, readSuite, type Group } from './testing/suite';

const folder = (name: string): string => join(import.meta.dirname, name);
const schemas = readRemotes(folder('remotes'));

/** Tests known to fail, as `file: group: test`. One that begins to pass has to leave this list. */
const KNOWN_FAILURES: readonly string[] = [];

const DECLARED = 'http://json-schema.org/draft-07/schema#';

/** Each schema as it stands, so that its draft has to be guessed, and with the draft declared. */
const variants = (schema: Group['schema']): (JsonSchema | boolean)[] =>
  typeof schema === 'boolean' ? [schema] : [schema, { $schema: DECLARED, ...schema }];

describe('required tests of draft-07', () => {
  it.each(readSuite(folder('draft-07')))('%s', (file, groups) => {
    const failures = groups.flatMap(({ description: group, schema, tests }) =>
      tests
        .filter(({ data, valid }) =>
          variants(schema).some((variant) => validate(variant, data, { schemas }).ok !== valid),
        )
        .map(({ description }) => `${file}: ${group}: ${description}`),
    );
    expect(failures).toEqual(KNOWN_FAILURES.filter((name) => name.startsWith(`${file}:`)));
  });
});
