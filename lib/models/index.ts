export * from './model';
export { createModel } from './create-model';
export { MODELS } from './declarations/catalogue';
export { PROVIDERS, type KeyVariable } from './declarations/providers';
export { countTokens } from './count-tokens';
export { PROVIDER_HOSTS, type ModelPorts } from './endpoints';
export { listModels } from './list-models';
export { costOf } from './prices';
