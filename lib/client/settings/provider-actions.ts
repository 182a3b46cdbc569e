import { countTools } from './count-tokens';
import { listModels } from './list-models';
import type { CurrentSettings } from './current-settings';
import type { Client } from '../state';
import type { TypedKeys } from './typed-keys';

export interface ProviderActionsOptions {
  fetch: typeof fetch;
  settings: CurrentSettings;
  keys: TypedKeys;
  onChange: () => void;
}

/** What a person has to do with a model's provider. */
export type ProviderActions = Pick<Client, 'countTokens' | 'listModels' | 'setKey' | 'setHeaders'>;

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
