export { createFrameCodeRunner, type FrameCodeRunner } from './page/frame-code-runner';
