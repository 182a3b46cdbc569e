export * from './approvals';
export * from './blobs';
export * from './file-ledger';
export * from './sandbox';
export * from './shell-state';
export * from './guest';
