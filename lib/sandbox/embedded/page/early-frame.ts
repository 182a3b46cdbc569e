/** The route that serves the frame, with its own policy. */
const FRAME = '/sandbox-frame';

/** The iframe's attributes, whichever code embeds it. */
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
 * A script for the top of a page that will need a sandbox: it opens the frame before the page's own scripts arrive,
 * so that both load in parallel. It is outside the body, so that it does not interfere with what a page renders there.
 */
export const EARLY_FRAME_SCRIPT = `(()=>{const f=document.createElement('iframe');
for(const [n,v] of Object.entries(${JSON.stringify(FRAME_ATTRIBUTES)}))f.setAttribute(n,v);
f.id='${EARLY_ID}';f.addEventListener('load',()=>{f.dataset.loaded=''});document.documentElement.append(f)})()`;

/** Returns the frame opened by that script, once, and whether it has loaded. */
export function takeEarlyFrame(): { frame: HTMLIFrameElement; loaded: boolean } | undefined {
  const frame = document.getElementById(EARLY_ID);
  if (!(frame instanceof HTMLIFrameElement)) return undefined;
  frame.removeAttribute('id');
  return { frame, loaded: 'loaded' in frame.dataset };
}
