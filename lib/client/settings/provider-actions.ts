import { countTools } from './count-tokens';
import type { CurrentSettings } from './current-settings';
import type { Client } from '../state';
import type { TypedKeys } from './typed-keys';
import { ListModelsAnswerSchema, parseJson, type AgentOptions } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { refusalOf, type RunResponse } from '../run-client';

interface ProviderActionsOptions {
  fetch: typeof fetch;
  settings: CurrentSettings;
  keys: TypedKeys;
  onChange: () => void;
}

/** What a person does that involves the model's provider. */
type ProviderActions = Pick<Client, 'countTokens' | 'listModels' | 'setKey' | 'setHeaders'>;

export function createProviderActions({ fetch, settings, keys, onChange }: ProviderActionsOptions): ProviderActions {
  return {
    countTokens: (tools) =>
      countTools(tools, {
        fetch,
        key: keys.of({ model: 'anthropic' }),
        modelName: settings.options.model === 'anthropic' ? settings.options.modelName : undefined,
      }),
    listModels: () => listModels({ fetch, options: settings.options, carried: keys.carried(settings.options) }),
    setKey(key) {
      keys.set(settings.options, key);
      onChange();
    },
    setHeaders(headers) {
      keys.setHeaders(settings.options, headers);
      onChange();
    },
  };
}

interface ListOptions {
  fetch: typeof fetch;
  options: Pick<AgentOptions, 'model' | 'baseURL'>;
  /** The headers with the typed key and what belongs to it. */
  carried: Readonly<Record<string, string>>;
}

/** The provider's own names for its models. */
async function listModels({ fetch, options, carried }: ListOptions): Promise<RunResponse<readonly string[]>> {
  const { model, baseURL } = options;
  try {
    const response = await fetch('/api/services/models', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', ...carried },
      body: JSON.stringify({ model, ...(baseURL !== undefined && { baseURL }) }),
    });
    if (!response.ok) return await refusalOf(response);
    const answer = parseJson(ListModelsAnswerSchema, await response.text());
    return answer.ok
      ? { ok: true, value: answer.value.names }
      : { ok: false, code: 'BAD_ANSWER', message: `Not a list of models: ${answer.reason}` };
  } catch (error) {
    return { ok: false, code: 'NETWORK_ERROR', message: `The server cannot be reached: ${messageOf(error)}` };
  }
}
