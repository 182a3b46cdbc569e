import 'monaco-editor/editor/editor.worker';

// The first word: it has loaded.
self.postMessage('loaded');
