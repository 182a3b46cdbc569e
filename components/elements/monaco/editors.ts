export { CodeEditor } from './code-editor';
export { CodeView } from './code-view';
export { DiffEditor } from './diff-editor';
