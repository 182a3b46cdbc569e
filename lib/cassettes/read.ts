import {
  CASSETTE_LIMIT,
  CASSETTE_VERSION,
  CassetteSchema,
  parseJson,
  type Cassette,
  type Parsed,
} from '@/lib/protocol';
import { z } from 'zod';

const HeadSchema = z.looseObject({ toolyard: z.literal('cassette'), version: z.number() });

/** Reads a file that should be a cassette. The reason for a refusal is written for people. */
export function readCassette(text: string): Parsed<Cassette> {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > CASSETTE_LIMIT) return no(`It is larger than ${CASSETTE_LIMIT / 1024 / 1024} MB.`);
  const json = parseJson(z.unknown(), text);
  if (!json.ok) return no('It is not JSON.');
  const head = HeadSchema.safeParse(json.value);
  if (!head.success) return no('It is no cassette.');
  const { version } = head.data;
  if (version !== CASSETTE_VERSION) {
    return no(`It is a cassette of version ${version}. This page reads version ${CASSETTE_VERSION}.`);
  }
  const cassette = CassetteSchema.safeParse(json.value);
  if (!cassette.success) {
    const [issue] = cassette.error.issues;
    return no(`It is damaged: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not as it should be'}.`);
  }
  if (cassette.data.entries[0]?.kind !== 'said') return no('It does not begin with what a person said.');
  return { ok: true, value: cassette.data };
}

const no = (reason: string): Parsed<never> => ({ ok: false, reason });
