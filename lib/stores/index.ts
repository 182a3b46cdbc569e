export * from './blobs';
export * from './database';
export * from './file-ledger';
export * from './key-value';
export * from './open-snapshots';
export * from './shell-state';
export * from './snapshots';
