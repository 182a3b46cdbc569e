import { fileOf } from './file-of.mjs';

/** The files whose texts come from message catalogues: what is rendered, and the tables beside it. */
const SHOWN = /^(app|components\/(elements|panes|screens|state))\/.*\.tsx?$/;
/** Prepared calls say what a model would, which is the same in every language. */
const NOT_SHOWN = /\.(test|bench)\.tsx?$|\/prepared-calls\.ts$/;
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
    if (!SHOWN.test(file) || NOT_SHOWN.test(file)) return {};
    /** @param {any} node @param {string} text */
    const look = (node, text) => {
      if (isText(text)) context.report({ node, message: `“${text.trim()}” belongs into components/messages` });
    };
    /** @param {any} node @param {string} text */
    const lookForPhrase = (node, text) => {
      if (PHRASE.test(text) && !isElsewhere(node)) look(node, text);
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
      // Outside of JSX only phrases are told from keys, ids and class names.
      Literal: (/** @type {any} */ node) => typeof node.value === 'string' && lookForPhrase(node, node.value),
      TemplateElement: (/** @type {any} */ node) => lookForPhrase(node, node.value.cooked ?? ''),
    };
  },
};

/** A phrase: a word with a capital, and later one without; or anything Chinese. */
const PHRASE = /^\p{Lu}[\p{L}’']*[,:;]? (.*[ (“])?\p{Ll}{2}|\p{Script=Han}/u;

/** Whether it is looked at as a part of JSX already, is a type, or tells developers of an error. @param {any} node @returns {boolean} */
function isElsewhere({ parent }) {
  if (!parent || /Statement$|Declaration$/.test(parent.type)) return false;
  return /^JSX|^TS.*Type$/.test(parent.type) || parent.type === 'NewExpression' || isElsewhere(parent);
}

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
