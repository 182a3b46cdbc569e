import { messageOf } from '@/lib/protocol/message-of';
import { ANSWER_MARK, fromArguments } from '../request';
import { performRequest } from './perform';

function answer(): object {
  const request = fromArguments(process.argv.slice(2));
  if (!request) return { ok: false, code: 'EINVAL', message: 'no such request' };
  try {
    return { ok: true, value: performRequest(request) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    return { ok: false, code, message: messageOf(error) };
  }
}

process.stdout.write(`${ANSWER_MARK}${JSON.stringify(answer())}\n`);
