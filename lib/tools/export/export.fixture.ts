import type { ExportedTool } from '.';

/** A tiny PNG image. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A tool without side effects; one with an object, a list, an enum and optional fields; one that fails; one with images. */
export const EXPORTED: readonly ExportedTool[] = [
  {
    name: 'add',
    description: 'Adds two numbers. Do not use it for texts.',
    inputSchema: {
      type: 'object',
      properties: {
        a: { type: 'number', description: 'The first number.' },
        b: { type: 'number', description: 'The second number.' },
      },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    zod: "z.strictObject({ a: z.number().describe('The first number.'), b: z.number().describe('The second number.') })",
    handler: '({ a, b }: { a: number; b: number }): string => `${a + b}`;',
    annotations: { readOnlyHint: true },
  },
  {
    name: 'placeOrder',
    description: 'Places an order of "several" products: a | b.\nIt cannot be undone.',
    inputSchema: {
      type: 'object',
      properties: {
        customer: {
          type: 'object',
          properties: { name: { type: 'string', minLength: 1 }, 'e-mail': { type: ['string', 'null'] } },
          required: ['name'],
          additionalProperties: false,
        },
        lines: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: { sku: { type: 'string' }, pieces: { type: 'integer', minimum: 1, default: 1 } },
            required: ['sku'],
            additionalProperties: false,
          },
        },
        speed: { enum: ['slow', 'fast'], description: 'How it is sent.' },
        gift: { type: 'boolean' },
      },
      required: ['customer', 'lines'],
      additionalProperties: false,
    },
    handler: `async ({ customer, lines, speed = 'slow' }) => {
  const pieces = lines.map((line) => \`\${line.pieces} \${line.sku}\`);
  return { text: \`\${customer.name}: \${pieces.join(', ')}, \${speed}\`, success: true };
}`,
  },
  {
    name: 'always-fails',
    description: 'Fails. Use it only to see a failure.',
    inputSchema: { type: 'object', properties: {} },
    handler: "() => ({ success: false, text: 'NOT_FOUND: there is no such thing. Try another.' })",
  },
  {
    name: 'draw',
    description: 'Draws a dot. Do not use it for lines.',
    inputSchema: { type: 'object', properties: {} },
    handler: `() => ({
  text: 'A dot.',
  content: [
    { type: 'image', data: '${DOT}', mimeType: 'image/png' },
    { type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' },
  ],
})`,
  },
  {
    name: 'depth-of',
    description: 'Says how deep a tree is. Do not use it for lists.',
    inputSchema: {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Tree' } },
      required: ['tree'],
      additionalProperties: false,
      $defs: {
        Tree: {
          type: 'object',
          properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
          additionalProperties: false,
        },
      },
    },
    handler: `({ tree }) => {
  const depth = (node: any): number => 1 + Math.max(0, ...(node.children ?? []).map(depth));
  return String(depth(tree));
}`,
    example: { tree: {} },
  },
];

/** Calls of these tools: name, input, and the expected output or error. */
export const CALLS: readonly (readonly [string, unknown, { said: RegExp } | { failed: RegExp }])[] = [
  ['add', { a: 2, b: 40 }, { said: /^42\n$/ }],
  ['add', { a: 2 }, { failed: /required, but missing\. Add `b` \(number\)\./ }],
  ['add', { a: 2, b: '40' }, { failed: /expected number, received "40"\. Send `b` as a number\./ }],
  ['add', { a: 2, b: 40, c: 1 }, { failed: /unknown: `c`\. Remove it\. The fields are `a`, `b`\./ }],
  [
    'placeOrder',
    { customer: { name: 'Ada' }, lines: [{ sku: 'nut' }], speed: 'fast' },
    { said: /^Ada: 1 nut, fast\n$/ },
  ],
  ['placeOrder', { customer: { name: 'Ada' }, lines: [] }, { failed: /Too small: expected array[^]*lines/ }],
  [
    'placeOrder',
    { customer: { name: 'Ada' }, lines: [{ sku: 'nut' }], speed: 'quick' },
    { failed: /received "quick"\. Set `speed` to one of `slow`, `fast`\./ },
  ],
  ['depth-of', { tree: { children: [{}, { children: [{}] }] } }, { said: /^3\n$/ }],
  [
    'depth-of',
    { tree: { children: [{ leaves: 1 }] } },
    { failed: /unknown: `leaves`\. Remove it\. The fields are `children`\./ },
  ],
  ['always-fails', {}, { failed: /NOT_FOUND: there is no such thing/ }],
  // Image types that models accept are passed on as images; if the client decides, all types are.
  ['draw', {}, { said: /^A dot\.\n(\[image: image\/svg\+xml, which models do not take\]\n)?\[image: image\/png\]\n/ }],
];
