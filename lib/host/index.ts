export type { SandboxChoice } from './boot-sandbox';
export { createHost, type HostOptions } from './create-host';
export * from './state';
export * from './tool-state';
