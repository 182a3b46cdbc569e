import type { ToolDesign } from '../design';
import { like, type Found, type LintRule } from '../rule';
import { changingVerb, changingVerbIn, destroyingVerb, speaksOfChange, speaksOfSums } from '../vocabulary';

const ANNOTATIONS = 'https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations';
const GUIDE = 'https://www.anthropic.com/engineering/writing-tools-for-agents';

const readOnlyWrites: LintRule = {
  id: 'read-only-writes',
  level: 'error',
  finds: 'A tool that says it only reads, and changes things',
  why: 'Clients run tools that only read without asking, and side by side.',
  source: ANNOTATIONS,
  bad: [like({ name: 'delete_orders', annotations: { readOnlyHint: true } })],
  good: [
    like({ annotations: { readOnlyHint: true } }),
    like({ description: 'Lists the posts and updates of a shop.', annotations: { readOnlyHint: true } }),
    like({ name: 'add', description: 'Adds two numbers.', annotations: { readOnlyHint: true } }),
    like({ name: 'patch_notes', description: 'Shows what is new.', annotations: { readOnlyHint: true } }),
    like({ name: 'preview_delete', annotations: { readOnlyHint: true } }),
  ],
  check(tool) {
    const { description, annotations, calls = [] } = tool;
    if (annotations?.readOnlyHint !== true) return [];
    const changed = calls.flatMap((call) => call.changed ?? []);
    const seen =
      changed.length > 0
        ? `a call changed ${changed.slice(0, 3).join(', ')}`
        : (said('its name', verbOf(tool)) ?? said('its description', changingVerbIn(description)));
    if (seen === undefined) return [];
    const at = '/annotations/readOnlyHint';
    return [
      {
        at,
        message: `readOnlyHint is true, but ${seen}.`,
        fix: { title: 'Set readOnlyHint to false', edits: [{ at, value: false }] },
      },
    ];
  },
};

/** A calculator's `add` changes nothing. */
function verbOf(tool: ToolDesign): string | undefined {
  const verb = changingVerb(tool);
  return verb === 'add' && speaksOfSums(tool.description) ? undefined : verb;
}

const said = (where: string, verb: string | undefined): string | undefined =>
  verb === undefined ? undefined : `${where} says "${verb}"`;

const REVERSAL =
  /undo|undone|revers|permanent|irrecoverabl|irrevocabl|trash|restor|recover|backup|back up|lost|los(e|es)\b|for good|forever|for ever|destructive|caution|careful|without warning|existing/i;

const dangerUnsaid: LintRule = {
  id: 'danger-unsaid',
  level: 'warning',
  finds: 'A tool that destroys something and does not say so',
  why: 'A client asks a person before it runs a destructive tool, if it knows; a model is more careful, if it is told.',
  source: ANNOTATIONS,
  bad: [like({ name: 'delete_order', description: 'Deletes an order of a customer by its number.' })],
  good: [
    like({ name: 'delete_order', description: 'Deletes an order of a customer by its number. It cannot be undone.' }),
    like({ name: 'delete_order', annotations: { destructiveHint: true } }),
  ],
  check({ name, description, annotations }) {
    const verb = destroyingVerb(name);
    if (verb === undefined || annotations?.destructiveHint === true) return [];
    const found: Found[] = [];
    if (annotations?.destructiveHint === false && annotations.readOnlyHint !== true) {
      const at = '/annotations/destructiveHint';
      found.push({
        at,
        message: `destructiveHint is false, but the name says "${verb}".`,
        fix: { title: 'Set destructiveHint to true', edits: [{ at, value: true }] },
      });
    } else if (!REVERSAL.test(description)) {
      found.push({
        at: '/description',
        message: `The tool can ${verb} things. Say what is lost, and whether it can be undone; set destructiveHint.`,
        fix: {
          title: 'Set destructiveHint to true',
          edits: [{ at: '/annotations', value: { ...annotations, destructiveHint: true } }],
        },
      });
    }
    return found;
  },
};

const effectUnsaid: LintRule = {
  id: 'side-effect-unsaid',
  level: 'warning',
  finds: 'A tool that changes something, whose description speaks of no change',
  why: 'A model that takes a tool for a look-up calls it to find something out, and sends the mail.',
  source: GUIDE,
  bad: [
    like({ name: 'notify_customer', description: 'Works with messages for customers about their parcels.' }),
    like({ name: 'refund_payment', description: 'Handles a buyer who is unhappy with a parcel.' }),
  ],
  good: [like({ name: 'notify_customer', description: 'Sends a customer a mail about a parcel.' })],
  check(tool) {
    const { description, annotations } = tool;
    const verb = verbOf(tool);
    if (verb === undefined || annotations?.readOnlyHint === true || description.trim() === '') return [];
    if (speaksOfChange(description)) return [];
    return [
      { at: '/description', message: `The name says "${verb}", the description names no change. Say what it changes.` },
    ];
  },
};

export const effectRules: readonly LintRule[] = [readOnlyWrites, dangerUnsaid, effectUnsaid];
