import { keyedProvider, type AgentOptions, type Careless, type KeyedProvider } from '@/lib/protocol';
import { findScenario } from '@/lib/scenarios';
import { anthropicModel } from './anthropic';
import { withCalls } from './calling';
import { cassetteModel } from './cassette';
import { dialects } from './dialects';
import { DEFAULT_MODEL, findModel, modelNameOf, type ModelId } from './declarations/catalogue';
import { providerOf } from './declarations/providers';
import { callingOf } from './declarations/model-table';
import { captureExchanges } from './exchanges';
import type { ModelOverrides } from './overrides';
import { humanModel } from './human';
import { ModelError, type Model, type Secrets } from './model';
import { endpointOf, type ModelPorts } from './endpoints';
import { openaiModel } from './openai';
import { scriptedModel } from './scripted';
import { secretValues } from './secrets';
import { withTextCallFallback } from './text-call-fallback';
import { withTextCalls } from './text-calls';

interface Making {
  options: AgentOptions;
  secrets: Secrets;
  overrides: ModelOverrides;
  ports: ModelPorts;
}

/** Models that no provider runs. */
const ADAPTERS: Readonly<Record<Exclude<ModelId, KeyedProvider>, (making: Making) => Model>> = {
  scripted: (making) => playing(making),
  careless: (making) => playing(making, making.options.careless ?? {}),
  human: ({ options, overrides }) => {
    const { mode, dialect } = callingOf(options, '');
    const human = humanModel(overrides.turn);
    return mode === 'prompt' ? withTextCalls(human, dialects[dialect]) : human;
  },
  cassette: ({ options, overrides: { replay } }) => {
    if (!replay)
      throw new ModelError(
        'NO_CASSETTE',
        'Nothing of this conversation was recorded. Open a cassette, or choose another model.',
      );
    return cassetteModel(replay, options);
  },
};

/** A model that plays scenarios. */
function playing({ options, overrides: { exchanges } }: Making, careless?: Careless): Model {
  const { scenario, speed = 'fast' } = options;
  if (scenario !== undefined && !findScenario(scenario)) {
    throw new ModelError('UNKNOWN_SCENARIO', `There is no scenario called "${scenario}".`);
  }
  const { mode, dialect } = callingOf(options, '');
  const inText = mode === 'prompt' ? dialects[dialect] : undefined;
  const scripted = scriptedModel({ speed, dialect: inText, exchanges, careless });
  return inText ? scripted : withTextCallFallback(scripted);
}

const isKeyed = (id: ModelId): id is KeyedProvider => keyedProvider(id) !== undefined;

/** A model that a provider runs. */
function asked({ options, secrets: given, overrides, ports }: Making): Model {
  const endpoint = endpointOf(options, given, ports);
  const name = modelNameOf(options);
  if (!endpoint || name === '') {
    throw new ModelError('BAD_REQUEST', `Say which model of ${options.baseURL} is meant: type its name in Settings.`);
  }
  const { provider, ...rest } = endpoint;
  const { wire, limit } = providerOf(provider);
  const { recording, exchanges } = overrides;
  const seen = exchanges ? captureExchanges({ wire, secrets: secretValues(rest) }, exchanges, rest.fetch) : rest.fetch;
  const fetch = recording ? recording.around(wire, seen) : seen;
  const client = { ...rest, ...(fetch && { fetch }) };
  if (wire === 'anthropic') return withCalls(anthropicModel({ ...client, name }), options);
  return withCalls(openaiModel({ ...client, name, limit: (!options.baseURL && limit) || 'max_tokens' }), options);
}

/**
 * The model that a client chose; the scripted one by default. Throws `ModelError`: `UNKNOWN_MODEL`, `UNKNOWN_SCENARIO`,
 * `KEY_REQUIRED`, `NO_CASSETTE`, `ADDRESS_REFUSED`, or `BAD_REQUEST` if the model's name is missing.
 */
export function createModel(
  options: AgentOptions,
  secrets: Secrets,
  overrides: ModelOverrides = {},
  ports: ModelPorts = {},
): Model {
  const id = options.model ?? DEFAULT_MODEL;
  const choice = findModel(id);
  if (!choice) throw new ModelError('UNKNOWN_MODEL', `There is no model called "${id}".`);
  const making = { options, secrets, overrides, ports };
  return isKeyed(choice.id) ? asked(making) : ADAPTERS[choice.id](making);
}
