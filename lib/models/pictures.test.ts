import { expect, it } from 'vitest';
import { pictureIn } from './pictures';

const data = (value: string, mimeType = 'image/png') => ({ type: 'data' as const, value, mimeType });
const url = (value: string) => ({ type: 'url' as const, value });
const PNG = 'iVBORw0KGgoAAA==';

it.each<[what: string, source: Parameters<typeof pictureIn>[0], picture: object | undefined]>([
  ['as it is', data(PNG), { type: 'image/png', data: PNG }],
  ['of another type than it is said to be', data(PNG, 'image/jpeg'), { type: 'image/png', data: PNG }],
  ['of a type that is not known by its beginning', data('AAAA', 'image/x'), { type: 'image/x', data: 'AAAA' }],
  ['in lines', data('iVBORw0K\r\nGgoAAA==\n'), { type: 'image/png', data: PNG }],
  ['without its end', data('iVBORw0KGgoAAA'), { type: 'image/png', data: PNG }],
  ['as base64 for addresses', data('-_-_'), { type: 'image/png', data: '+/+/' }],
  ['that is no base64', data('not a picture!'), undefined],
  ['of an impossible length', data('AAAAA'), undefined],
  ['of nothing', data(''), undefined],
  ['at an address', url('https://a.example/b.png'), { url: 'https://a.example/b.png' }],
  ['in an address', url(`data:image/JPEG;charset=x;base64,${PNG}`), { type: 'image/png', data: PNG }],
  ['in an address, as text', url('data:image/svg+xml,<svg/>'), undefined],
  ['at an address of this machine', url('file:///etc/hosts'), undefined],
  ['at no address', url('https://'), undefined],
  ['that another provider has', { type: 'file', value: 'f1' }, undefined],
])('a picture %s', (_what, source, picture) => {
  expect(pictureIn(source)).toEqual(picture);
});
