import { ServiceError } from '@/lib/ports';
import { ErrorCodeSchema, type ErrorCode } from '@/lib/protocol';
import type { z } from 'zod';
import { abortReasonOf, abortedResult, failed, ok, type Outcome } from '../../result';
import { need } from '../../requirements';
import type { ToolContext } from '../../tool';

/** Calls a service of the server. A refusal becomes a result with the advice for its code. */
export async function askService<T>(
  context: ToolContext,
  request: { name: string; body: unknown; answer: z.ZodType<T> },
  advice: Partial<Record<ErrorCode, string>>,
): Promise<Outcome<T>> {
  const services = need(context, 'services');
  if (!services.ok) return services;
  const { signal } = context;
  try {
    return ok(await services.value.post(request.name, request.body, request.answer, signal));
  } catch (error) {
    if (signal.aborted) return { ok: false, failure: abortedResult(abortReasonOf(signal, context.language)) };
    if (!(error instanceof ServiceError)) throw error;
    const code = codeOf(error);
    const next = advice[code] ?? RETRY_HINTS[code];
    return failed(code, next === undefined ? error.message : `${error.message} ${next}`);
  }
}

/** The server's code if it is one of ours; otherwise derived from the HTTP status. */
function codeOf({ code, status = 0 }: ServiceError): ErrorCode {
  const known = ErrorCodeSchema.safeParse(code);
  if (known.success) return known.data;
  return status >= 400 && status < 500 ? 'EXECUTION_ERROR' : 'SERVER_ERROR';
}

const RETRY_HINTS: Partial<Record<ErrorCode, string>> = {
  NETWORK_ERROR: 'Try it once more; if it fails again, go on without it.',
  SERVER_ERROR: 'Try it once more; if it fails again, go on without it.',
  TIMEOUT: 'Try it once more, or go on without it.',
  RATE_LIMITED: 'Wait before you ask again.',
};
