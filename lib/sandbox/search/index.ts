export * from './candidates';
export * from './scan';
export * from './source';
