import { refusal } from './allowed.mjs';
import { fileOf } from './file-of.mjs';
import { plainTextRule } from './plain-text.mjs';

/** The rule `toolyard/layers`, around the table in areas.mjs. */
const layers = {
  meta: { type: 'problem', schema: [] },
  /** @param {any} context */
  create(context) {
    const file = fileOf(context);
    /** @param {any} node */
    const check = (node) => {
      const source = node.source;
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
      const message = refusal(file, source.value);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: 'toolyard' }, rules: { layers, 'plain-text': plainTextRule } };
