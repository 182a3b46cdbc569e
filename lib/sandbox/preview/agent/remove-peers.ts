/**
 * Removes WebRTC from the page, and from every document that the page creates inside itself before that document's scripts run:
 * a browser without `Connection-Allowlist` has no policy against it. Self-contained, as its text is put into those documents.
 */
export function removePeers(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection'])
    Reflect.deleteProperty(window, name);
  // A variable, as the literal tag would end the script element that this code is in.
  const script = 'script';
  const beginning = `<${script}>(${removePeers.toString()})()</${script}>`;

  const mend = (frame: Element): void => {
    const html = frame.getAttribute('srcdoc');
    if (html !== null && !html.startsWith(beginning)) frame.setAttribute('srcdoc', beginning + html);
    // Its script would run before this one.
    if (/^\s*javascript:/i.test(frame.getAttribute('src') ?? '')) frame.remove();
  };
  // A frame's document is loaded in a later task than this callback.
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
