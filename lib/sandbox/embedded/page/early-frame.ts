/** The route that serves the frame with a policy of its own. */
const FRAME = '/sandbox-frame';

/** How the frame is embedded, whoever does it. */
export const FRAME_ATTRIBUTES: Readonly<Record<string, string>> = {
  sandbox: 'allow-scripts',
  allow: 'cross-origin-isolated',
  'aria-hidden': 'true',
  tabindex: '-1',
  title: 'Sandbox',
  hidden: '',
  src: FRAME,
};

const EARLY_ID = 'early-sandbox';

/**
 * A script for the top of a page that will want a sandbox: it opens the frame before the page's own scripts have come,
 * so that both load side by side. Beside the body: what a page draws there stays its own.
 */
export const EARLY_FRAME_SCRIPT = `(()=>{const f=document.createElement('iframe');
for(const [n,v] of Object.entries(${JSON.stringify(FRAME_ATTRIBUTES)}))f.setAttribute(n,v);
f.id='${EARLY_ID}';f.addEventListener('load',()=>{f.dataset.loaded=''});document.documentElement.append(f)})()`;

/** The frame that script opened, for whoever asks first, and whether it has loaded. */
export function takeEarlyFrame(): { frame: HTMLIFrameElement; loaded: boolean } | undefined {
  const frame = document.getElementById(EARLY_ID);
  if (!(frame instanceof HTMLIFrameElement)) return undefined;
  frame.removeAttribute('id');
  return { frame, loaded: 'loaded' in frame.dataset };
}
