import type { RunAgentInput } from '@ag-ui/core';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import { BODY_LIMIT, type Problem } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';

/** Longest id of a thread or a run, characters. */
const ID_LIMIT = 200;

export type Body<T> = { ok: true; value: T } | { ok: false; status: 400 | 413; problem: Problem };

/** Reads the body as a `RunAgentInput`. Bytes are counted as they come, whatever the headers promise. */
export async function readRunInput(request: Request): Promise<Body<RunAgentInput>> {
  const text = await readText(request);
  if (text === undefined) {
    const message = `The body is larger than ${BODY_LIMIT} bytes.`;
    return { ok: false, status: 413, problem: { code: 'BODY_TOO_LARGE', message } };
  }
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return bad('The body is not JSON.', [{ path: '', message: messageOf(error) }]);
  }
  const parsed = RunAgentInputSchema.safeParse(raw);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return bad('The body is not a RunAgentInput.', issues);
  }
  const { threadId, runId } = parsed.data;
  const issues = Object.entries({ threadId, runId }).flatMap(([path, id]) =>
    id.length > 0 && id.length <= ID_LIMIT ? [] : [{ path, message: `An id has 1 to ${ID_LIMIT} characters` }],
  );
  return issues.length > 0 ? bad('The ids do not fit.', issues) : { ok: true, value: parsed.data };
}

const bad = (message: string, issues: Problem['issues']): Body<never> => ({
  ok: false,
  status: 400,
  problem: { code: 'BAD_REQUEST', message, issues },
});

/** The body's text; undefined where it is over the limit, and then the rest is not read. */
export async function readText(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length')) > BODY_LIMIT) return undefined;
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
