export type { BootChoice } from './workspace/boot-sandbox';
export { createClient, type ClientOptions } from './create-client';
export * from './state';
export * from './tool-state';
