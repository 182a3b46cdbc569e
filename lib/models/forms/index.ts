export { aguiForm } from './agui-form';
export { anthropicForm, type AnthropicForm, type AnthropicFormOptions } from './anthropic-form';
export { mcpForm, type McpForm } from './mcp-form';
export { openaiForm, type OpenaiForm, type OpenaiFormOptions } from './openai-form';
export { fitsStrict } from './strict-schema';
export { metadataOf, parametersOf, type ObjectSchema } from './tool-form';
