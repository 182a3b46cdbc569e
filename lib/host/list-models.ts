import { KEY_HEADER, ListModelsAnswerSchema, parseJson, type AgentOptions } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { refusal, type Answer } from './leg-client';

export interface ListOptions {
  fetch: typeof fetch;
  options: Pick<AgentOptions, 'model' | 'baseURL'>;
  /** The key header, if there is a typed key. */
  key: string | undefined;
}

/** The provider's own names of its models. */
export async function listModels({ fetch, options, key }: ListOptions): Promise<Answer<readonly string[]>> {
  const { model, baseURL } = options;
  try {
    const response = await fetch('/api/services/models', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { [KEY_HEADER]: key }) },
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
