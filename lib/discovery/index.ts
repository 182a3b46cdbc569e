export { ACTIVE_CEILING, ActivationSet, type ActivationChange } from './activation-set';
export { PASSAGE_CHARACTERS, passagesOf, type PassageText } from './passages';
export { MOST_FOUND, searchTools, type ToolFinding } from './search-tools';
export { createTextIndex, termsOf, type TextIndex } from './text-index';
export { loadTokenCounter, tokenFactor, type TokenCounter } from './token-counter';
export { indexPrompt, tokenFigures, type TokenFigures } from './token-figures';
export { indexLine, toolIndex } from './tool-index';
export {
  isAlwaysActive,
  isToolSearch,
  TOOL_SEARCH,
  toolMetadata,
  ToolQuerySchema,
  type ToolQuery,
} from './tool-search';
