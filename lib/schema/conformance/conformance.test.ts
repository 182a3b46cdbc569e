import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../json-schema';
import { validate } from '../validate';
import { readRemotes, readSuite, type Group } from './testing/suite';

const folder = (name: string): string => join(import.meta.dirname, name);
const schemas = readRemotes(folder('remotes'));

/** Tests known to fail, as `draft: file: group: test`. One that begins to pass has to leave this list. */
const KNOWN_FAILURES: readonly string[] = [];

const DRAFTS = [
  ['draft-07', 'http://json-schema.org/draft-07/schema#'],
  ['draft-2020-12', 'https://json-schema.org/draft/2020-12/schema'],
] as const;

/** Each schema as it stands, so that its draft may have to be guessed, and with the draft declared. */
const variants = (schema: Group['schema'], $schema: string): (JsonSchema | boolean)[] =>
  typeof schema === 'boolean' ? [schema] : [schema, { $schema, ...schema }];

describe.each(DRAFTS)('required tests of %s', (draft, declared) => {
  it.each(readSuite(folder(draft)))('%s', (file, groups) => {
    const failures = groups.flatMap(({ description: group, schema, tests }) =>
      tests
        .filter(({ data, valid }) =>
          variants(schema, declared).some((variant) => validate(variant, data, { schemas }).ok !== valid),
        )
        .map(({ description }) => `${draft}: ${file}: ${group}: ${description}`),
    );
    expect(failures).toEqual(KNOWN_FAILURES.filter((name) => name.startsWith(`${draft}: ${file}:`)));
  });
});
