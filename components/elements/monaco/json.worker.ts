import 'monaco-editor/languages/features/json/json.worker';

// The first word: it has loaded.
self.postMessage('loaded');
