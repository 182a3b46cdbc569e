export { anthropicDeclaration, type AnthropicDeclaration, type AnthropicDeclarationOptions } from './anthropic';
export { mcpDeclaration, type McpDeclaration } from './mcp';
export { openaiDeclaration, type OpenaiDeclaration, type OpenaiDeclarationOptions } from './openai';
export { fitsStrict } from './strict-schema';
export { metadataOf, parametersOf, type ObjectSchema, aguiDeclaration } from './tool-declaration';
