import 'monaco-editor/languages/features/json/json.worker';

// The first message says that the worker has loaded.
self.postMessage('loaded');
