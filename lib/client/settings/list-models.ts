import { ListModelsAnswerSchema, parseJson, type AgentOptions } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { refusal, type Answer } from '../thread/run-client';

export interface ListOptions {
  fetch: typeof fetch;
  options: Pick<AgentOptions, 'model' | 'baseURL'>;
  /** The headers that carry a typed key and what belongs to it. */
  carried: Readonly<Record<string, string>>;
}

/** The provider's own names of its models. */
export async function listModels({ fetch, options, carried }: ListOptions): Promise<Answer<readonly string[]>> {
  const { model, baseURL } = options;
  try {
    const response = await fetch('/api/services/models', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', ...carried },
      body: JSON.stringify({ model, ...(baseURL !== undefined && { baseURL }) }),
    });
    if (!response.ok) return await refusal(response);
    const answer = parseJson(ListModelsAnswerSchema, await response.text());
    return answer.ok
      ? { ok: true, value: answer.value.names }
      : { ok: false, code: 'BAD_ANSWER', message: `Not a list of models: ${answer.reason}` };
  } catch (error) {
    return { ok: false, code: 'NETWORK_ERROR', message: `The server cannot be reached: ${messageOf(error)}` };
  }
}
