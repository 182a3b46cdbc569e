export * from './candidates';
export * from './pattern';
export * from './search-file';
export * from './search-tree';
export * from './source';
export * from './text';
