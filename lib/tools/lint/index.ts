export { fixDesign, fixText } from './apply-fix';
export { designOf, type ObservedCall, type ToolDesign } from './design';
export { readDeclarations, type Declared, type DeclarationsRead } from './read-declarations';
export { RULES, lint, lintTool } from './registry';
export type { TextEdit, Finding, Fix, Found, Level, LintRule } from './rule';
