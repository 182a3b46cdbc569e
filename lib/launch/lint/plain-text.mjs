import { fileOf } from './file-of.mjs';

/** The files whose texts come from message catalogues: everything that is rendered. */
const RENDERED = /^(app|components\/(elements|panes|screens|state))\/.*\.tsx$/;
const NOT_SHOWN = /\.(test|bench)\.tsx$/;
/** Attributes that people see or hear. */
const SAID = new Set([
  'action',
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'doing',
  'explains',
  'hint',
  'label',
  'note',
  'placeholder',
  'title',
  'what',
]);

/** The rule `toolyard/plain-text`: no text in a component, except names that are the same in every language. */
export const plainTextRule = {
  meta: { type: 'problem', schema: [] },
  /** @param {any} context */
  create(context) {
    const file = fileOf(context);
    if (!RENDERED.test(file) || NOT_SHOWN.test(file)) return {};
    /** @param {any} node @param {string} text */
    const look = (node, text) => {
      if (isText(text)) context.report({ node, message: `“${text.trim()}” belongs into components/messages` });
    };
    return {
      JSXText: (/** @type {any} */ node) => look(node, node.value),
      JSXAttribute: (/** @type {any} */ node) => {
        if (!SAID.has(node.name.name)) return;
        for (const literal of literalsOf(node.value)) look(literal.node, literal.text);
      },
      JSXExpressionContainer: (/** @type {any} */ node) => {
        if (node.parent.type === 'JSXAttribute') return;
        for (const literal of literalsOf(node)) look(literal.node, literal.text);
      },
    };
  },
};

/** Whether a text has two letters in a row, apart from what is the same in every language. @param {string} text */
const isText = (text) => /\p{L}{2}/u.test(text.replaceAll(/Toolyard|https?:|POST|Enter|Esc|F6/g, ''));

/**
 * The literal texts that an expression can evaluate to.
 *
 * @param {any} node @returns {{ node: any; text: string }[]}
 */
function literalsOf(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ node, text: node.value }] : [];
    case 'TemplateLiteral':
      return node.quasis.map((/** @type {any} */ part) => ({ node: part, text: part.value.cooked ?? '' }));
    case 'JSXExpressionContainer':
      return literalsOf(node.expression);
    case 'ConditionalExpression':
      return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
    case 'LogicalExpression':
      return [...literalsOf(node.left), ...literalsOf(node.right)];
    default:
      return [];
  }
}
