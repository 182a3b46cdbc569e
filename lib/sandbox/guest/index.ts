export { createFrameGuest, type FrameGuest } from './page/frame-guest';
