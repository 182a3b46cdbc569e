import { describe, expect, it } from 'vitest';
import { fromDeclarations } from './from-declarations';
import { readOpenApi } from './from-openapi';

const PETS = `
openapi: 3.1.0
servers: [{ url: 'https://pets.example/v1/' }]
paths:
  /pets/{id}:
    parameters: [{ $ref: '#/components/parameters/id' }]
    get:
      operationId: getPet
      summary: Says what is known of a pet.
      parameters:
        - { name: deep, in: query, schema: { type: boolean } }
        - { name: X-Trace, in: header, schema: { type: string } }
    put:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
components:
  parameters:
    id: { name: id, in: path, required: true, description: Its number., schema: { type: integer } }
  schemas:
    Pet: { type: object, properties: { name: { type: string }, parent: { $ref: '#/components/schemas/Pet' } } }
`;

describe('an OpenAPI document', () => {
  it('has operations, with what they refer to', () => {
    const [get, put] = readOpenApi(PETS) ?? [];
    expect(get).toMatchObject({
      name: 'getPet',
      method: 'GET',
      url: 'https://pets.example/v1/pets/{id}',
      query: ['deep'],
      schema: {
        properties: { id: { type: 'integer', description: 'Its number.' }, deep: { type: 'boolean' } },
        required: ['id'],
      },
    });
    const pet = { $ref: '#/$defs/Pet' };
    expect(put?.schema).toMatchObject({
      properties: { id: {}, body: pet },
      required: ['id', 'body'],
      $defs: { Pet: { properties: { parent: pet } } },
    });
  });

  it('is a pack of all its operations, or of one', () => {
    const all = fromDeclarations(PETS);
    expect(all.ok && Object.keys(all.files)).toEqual(['getPet.ts', 'put_pets_id.ts']);
    const one = fromDeclarations(PETS, 'getPet');
    expect(one.ok && one.files['main.ts']).toMatch(/name: "getPet"[^]*kind: "fetch"[^]*context\.fetch\(url/);
    const plain = fromDeclarations('openapi: 3.0.0\npaths: { /a: { get: {} } }');
    expect(plain.ok && plain.files['main.ts']).toContain('const url = "/a";');
    const json = fromDeclarations(JSON.stringify({ openapi: '3.0.0', paths: { '/a': { delete: {} } } }));
    expect(json.ok && json.files['main.ts']).toContain('DELETE /a: say in the source');
  });

  it.each([
    ['without operations', 'openapi: 3.0.0\npaths: {}', 'describes no operation'],
    ['of an older version', 'swagger: "2.0"\npaths: {}', 'convert it to OpenAPI 3'],
    [
      'with more operations than a pack has files',
      JSON.stringify({
        openapi: '3.0.0',
        paths: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`/${at}`, { get: {} }])),
      }),
      'choose one',
    ],
  ])('%s says so', (_, text, reason) => {
    expect(fromDeclarations(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  it.each([
    'openapi: 3.0.0\npaths: { /a: { get: { parameters: [3, { $ref: "#/nowhere" }], requestBody: 7 } } }',
    'openapi: 3.0.0\npaths: { /a: { get: 3, __proto__: { x: 1 } } }',
    'openapi: 3.0.0\na: &a [1]\nb: [*a, *a]\npaths: {}',
    ': : :',
  ])('odd ones are no crash: %j', (text) => {
    expect(() => fromDeclarations(text)).not.toThrow();
  });
});
