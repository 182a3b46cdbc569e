export { createWebContainerSandbox } from './create';
export { probeWebContainer } from './probe';
