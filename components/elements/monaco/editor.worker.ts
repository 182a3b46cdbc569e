import 'monaco-editor/editor/editor.worker';

// The first message says that the worker has loaded.
self.postMessage('loaded');
