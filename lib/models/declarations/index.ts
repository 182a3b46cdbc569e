export { aguiDeclaration } from './agui';
export { anthropicDeclaration, type AnthropicDeclaration, type AnthropicDeclarationOptions } from './anthropic';
export { mcpDeclaration, type McpDeclaration } from './mcp';
export { openaiDeclaration, type OpenaiDeclaration, type OpenaiDeclarationOptions } from './openai';
export { fitsStrict } from './strict-schema';
export { metadataOf, parametersOf, type ObjectSchema } from './tool-declaration';
