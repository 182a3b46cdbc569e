import { expect, it } from 'vitest';
import { HOLDER_NAME } from '../holder-name';
import { ownLocation, type ScriptKind } from './own-location';

const FREE = ` ${HOLDER_NAME}(globalThis).location`;
const of = (owner: string) => ` ${HOLDER_NAME}((${owner})).location`;

it.each<readonly [ScriptKind, string, string]>([
  ['script', 'location.href = "/a";', `${FREE}.href = "/a";`],
  ['script', 'location = "/a";', `${FREE} = "/a";`],
  ['script', 'window.location.assign("/a")', `${of('window')}.assign("/a")`],
  ['script', 'document.location = "/a"', `${of('document')} = "/a"`],
  ['script', 'a.b?.c; window?.location', `a.b?.c;  ${HOLDER_NAME}((window))?.location`],
  ['script', "self['location'] = x", ` ${HOLDER_NAME}((self))['location'] = x`],
  ['script', '(0, window).location', `( ${HOLDER_NAME}((0, window))).location`],
  ['handler', 'return location.search', `return ${FREE}.search`],
  ['module', 'export const at = { location };', `export const at = { location:${FREE} };`],
  ['script', 'location.location', ` ${HOLDER_NAME}((${FREE})).location`],
])('has a %s look its location up: %s', async (kind, source, becomes) => {
  expect(await ownLocation(source, kind)).toBe(becomes);
});

it.each<readonly [ScriptKind, string]>([
  ['script', '"location.href = 1" // location = 2'],
  ['script', 'const go = ({ location }) => location.href;'],
  ['script', 'function at(location) { location = 1; }'],
  ['module', 'import { location } from "./at.js"; location.go();'],
  ['script', 'a?.b.location'],
  ['script', 'new a.location()'],
  ['script', 'location ='],
])('leaves a %s as it is: %s', async (kind, source) => expect(await ownLocation(source, kind)).toBe(source));
