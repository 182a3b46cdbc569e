/**
 * Takes WebRTC from the page, and from every document the page makes inside itself before that one's own scripts run: a browser that
 * does not know `Connection-Allowlist` has no policy against it. Stands alone, because its text is what those documents begin with.
 */
export function removePeers(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection'])
    Reflect.deleteProperty(window, name);
  // By name: as it stands here, it would end the element that this text is put in.
  const script = 'script';
  const beginning = `<${script}>(${removePeers.toString()})()</${script}>`;

  const mend = (frame: Element): void => {
    const html = frame.getAttribute('srcdoc');
    if (html !== null && !html.startsWith(beginning)) frame.setAttribute('srcdoc', beginning + html);
    // Its script would run before anything of ours.
    if (/^\s*javascript:/i.test(frame.getAttribute('src') ?? '')) frame.remove();
  };
  // A frame's document comes in a later task than this is told of.
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes]) {
        if (!(node instanceof Element)) continue;
        if (node.matches('iframe, frame')) mend(node);
        node.querySelectorAll('iframe, frame').forEach(mend);
      }
    }
  });
  const observe = (root: Node): void =>
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['src', 'srcdoc'] });
  observe(document);
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attach(options) {
    const root = attachShadow.call(this, options);
    observe(root);
    return root;
  };
}
