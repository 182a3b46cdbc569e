// @vitest-environment jsdom
import { afterEach, beforeAll, expect, it } from 'vitest';
import { removePeers } from './remove-peers';

const told = () => new Promise<void>((resolve) => queueMicrotask(resolve));

beforeAll(() => {
  Object.assign(window, { RTCPeerConnection: Object, webkitRTCPeerConnection: Object });
  removePeers();
});

// Of what is taken out, too, the observer is told before the window goes.
afterEach(() => {
  document.body.replaceChildren();
  return told();
});

it('takes WebRTC from the window', () => {
  expect(['RTCPeerConnection', 'webkitRTCPeerConnection'].filter((name) => name in window)).toEqual([]);
});

it.each<[string, () => ParentNode]>([
  ['the document', () => document.body],
  [
    'a closed shadow root',
    () => document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' }),
  ],
])('begins the documents in %s with itself, once', async (_where, make) => {
  const place = make();
  const frame = document.createElement('iframe');
  frame.setAttribute('srcdoc', '<p>one</p>');
  const outer = document.createElement('div');
  outer.append(frame);
  place.append(outer);
  await told();
  const first = frame.getAttribute('srcdoc') ?? '';
  expect(first).toMatch(/^<script>\(function removePeers[^]*\(\)<\/script><p>one<\/p>$/);
  // What the script element holds ends where it should.
  expect(first.indexOf('</script>')).toBe(first.length - '</script><p>one</p>'.length);
  frame.setAttribute('srcdoc', '<p>two</p>');
  await told();
  expect(frame.getAttribute('srcdoc')?.match(/MutationObserver/g)).toHaveLength(1);
  expect(frame.getAttribute('srcdoc')).toMatch(/<p>two<\/p>$/);
});

it('takes out a frame whose address is a script', async () => {
  const frame = document.createElement('iframe');
  frame.setAttribute('src', ' JavaScript:void 0');
  document.body.append(frame);
  await told();
  expect(frame.isConnected).toBe(false);
});
