import { parseJson } from '@/lib/protocol/json';
import { ANSWER_MARK, HelperRequestSchema, type HelperAnswer } from '../messages';
import { perform } from './perform';

const answer = (): HelperAnswer => {
  const request = parseJson(HelperRequestSchema, process.argv[2] ?? '');
  if (!request.ok) return { ok: false, code: 'EINVAL', message: request.reason };
  try {
    return { ok: true, value: perform(request.value) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    return { ok: false, code, message: error instanceof Error ? error.message : String(error) };
  }
};

process.stdout.write(`${ANSWER_MARK}${JSON.stringify(answer())}\n`);
