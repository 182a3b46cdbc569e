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
    ['that goes round in a circle', 'openapi: 3.0.0\npaths: &p { /a: { get: *p } }', 'cannot be read as one'],
    ['of a version to come', 'openapi: 4.0.0\npaths: {}', 'cannot be read as one'],
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

  it('says where it is, what is sent, and what cannot be, however that is written', () => {
    const [get, post, form] =
      readOpenApi(`
openapi: 3.0.3
servers: [{ url: 'https://{region}.example/v1', variables: { region: { default: eu } } }]
paths:
  /pets/{id}:
    $ref: '#/x-items/pet'
  /forms:
    servers: [{ url: 'https://forms.example' }]
    post: { requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string } } } } } } }
x-items:
  pet:
    get:
      parameters:
        - { name: X-Trace, in: header, schema: { type: string } }
        - { name: filter, in: query, content: { application/json: { schema: { $ref: '#/components/schemas/a~1b/properties/tag' } } } }
        - { name: fields, in: query, explode: false, schema: { type: array, items: { type: string } } }
    post: { requestBody: { content: { application/json; charset=utf-8: { schema: { $ref: '#/components/schemas/a~1b' } } } } }
components:
  schemas:
    a/b:
      type: object
      properties:
        tag: { type: string, nullable: true, enum: [x], example: x }
        size: { type: number, minimum: 0, exclusiveMinimum: true }
        nullable: { type: boolean }
`) ?? [];
    const tag = { type: ['string', 'null'], enum: ['x', null], examples: ['x'] };
    expect(get).toMatchObject({
      url: 'https://eu.example/v1/pets/{id}',
      joined: ['fields'],
      left: ['X-Trace (header)'],
      schema: {
        properties: { id: { type: 'string' }, filter: { $ref: '#/$defs/tag' } },
        required: ['id'],
        $defs: { tag },
      },
    });
    expect(post?.schema).toMatchObject({
      properties: { body: { $ref: '#/$defs/a_b' } },
      $defs: {
        a_b: { properties: { tag, size: { type: 'number', exclusiveMinimum: 0 }, nullable: { type: 'boolean' } } },
      },
    });
    expect(form).toMatchObject({
      url: 'https://forms.example/forms',
      schema: { properties: { body: { properties: { file: {} } } } },
    });
  });

  it('of version 2 is read as one of version 3', () => {
    const [get, post, form] =
      readOpenApi(`
swagger: '2.0'
host: pets.example
basePath: /v2
schemes: [http]
paths:
  /pets:
    get: { operationId: list, parameters: [{ name: tags, in: query, type: array, items: { type: string }, collectionFormat: multi }, { $ref: '#/parameters/page' }] }
    post: { parameters: [{ name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }] }
    put: { parameters: [{ name: photo, in: formData, type: file, required: true }] }
parameters:
  page: { name: page, in: query, type: integer, minimum: 1 }
definitions:
  Pet: { type: object, properties: { name: { type: string } } }
`)?.toSorted((a, b) => (a.method < b.method ? -1 : 1)) ?? [];
    expect(get).toMatchObject({
      name: 'list',
      url: 'http://pets.example/v2/pets',
      joined: ['page'],
      schema: { properties: { tags: { type: 'array' }, page: { type: 'integer', minimum: 1 } } },
    });
    expect(post?.schema).toMatchObject({ properties: { body: { $ref: '#/$defs/Pet' } }, required: ['body'] });
    expect(form?.schema).toMatchObject({ properties: { body: { properties: { photo: {} }, required: ['photo'] } } });
  });

  it.each([
    `{"openapi": "3.0.0", "paths": ${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`,
    'openapi: 3.0.0\npaths: { /a: { get: { parameters: [{ $ref: "#/x" }] } }, /b: { $ref: "#/paths/~1b" } }\nx: { $ref: "#/x" }',
    'openapi: 3.0.0\npaths: { /a: { get: { parameters: [3, { $ref: "#/nowhere" }], requestBody: 7 } } }',
    'openapi: 3.0.0\npaths: { /a: { get: 3, __proto__: { x: 1 } } }',
    'openapi: 3.0.0\na: &a [1]\nb: [*a, *a]\npaths: {}',
    ': : :',
  ])('odd ones are no crash: %j', (text) => {
    expect(() => fromDeclarations(text)).not.toThrow();
  });
});
