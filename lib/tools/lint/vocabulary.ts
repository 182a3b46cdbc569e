import type { ToolDesign } from './design';

/** The words of a name, in lower case: `maxResults` and `max_results` → `max`, `results`. */
export const wordsIn = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Words without content of their own. */
const EMPTY: ReadonlySet<string> = new Set(
  (
    'a an the this that these those it its to of for in on at by with from into and or as is are be can will ' +
    'tool function method api used use using allows allow lets let helps help you your user given provided some any all ' +
    'do does run execute perform call handle process manage work operation operations action thing things stuff data ' +
    'information info item items object objects value values result results specific various simple multiple new based via ' +
    'every each whole entire full complete'
  ).split(' '),
);

/** The stem that a word's forms share: `deletes`, `deleted` and `deleting` have the same one. */
export const stem = (word: string): string =>
  word.length <= 3 ? word : word.replace(/(ations?|ions?|ings?|ies|ers?|ors?|ed|es|e|s|y)$/, '');

const ENDINGS = [/s$/, /es$/, /d$/, /ed$/, /ing$/];
const isEmpty = (word: string): boolean =>
  EMPTY.has(word) || ENDINGS.some((ending) => EMPTY.has(word.replace(ending, '')));

/** The stems of a text's content words. */
export const contentStems = (text: string): Set<string> =>
  new Set(
    wordsIn(text)
      .filter((word) => word.length > 1 && !isEmpty(word))
      .map(stem),
  );

export const isEmptyWord = (word: string): boolean => EMPTY.has(word) || /^\d+$/.test(word);

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const READING = words(
  'get list read search find fetch show view query look lookup describe count check is has inspect analyze analyse retrieve ' +
    'preview estimate explain simulate validate verify compare',
);
const CHANGING = words(
  'create add insert write update edit set put patch post send publish delete remove drop destroy purge wipe erase move ' +
    'rename upload deploy pay charge refund transfer buy purchase cancel email notify invite assign merge archive approve ' +
    'reject revoke grant enable disable restart kill install uninstall push commit save submit subscribe unsubscribe ' +
    'reset replace overwrite truncate append stop terminate',
);
const DESTROYING = words('delete remove drop destroy purge wipe erase truncate overwrite uninstall revoke kill reset');
/** Verbs that are just as often nouns: `commit_history`, `patch_notes`, `pay_slips`. */
const NOUNS = words(
  'update set put patch post move charge transfer purchase refund email invite merge archive grant restart commit pay reset stop',
);
const CHANGING_STEMS = new Set([...CHANGING].map(stem));

/** The verb of a tool's name: its first word, or the second after a server's prefix (`slack_post_message`). */
function verbIn(name: string, verbs: ReadonlySet<string>): string | undefined {
  const [first = '', second = '', third = ''] = wordsIn(name);
  if (verbs.has(first)) return READING.has(second) ? undefined : first;
  const other = READING.has(first) || CHANGING.has(first) || READING.has(third);
  return !other && verbs.has(second) ? second : undefined;
}

/** How the description of a read-only tool starts: `Lists the …`, `Show the …`. */
const TELLS = /^(lists?|shows?|says?|gives?|gets?|reads?|returns?|counts?|retrieves?|fetch(es)?|displays?|tells?)\b/i;

/** The verb in a tool's name that says it changes something. For words that may be nouns, the description decides. */
export function changingVerb({ name, description }: Pick<ToolDesign, 'name' | 'description'>): string | undefined {
  const verb = verbIn(name, CHANGING);
  return verb !== undefined && NOUNS.has(verb) && TELLS.test(description.trim()) ? undefined : verb;
}
/** The verb in a tool's name that says it destroys something. */
export const destroyingVerb = (name: string): string | undefined => verbIn(name, DESTROYING);

/** Whether a word in a name says that something is changed. */
export const isChangingVerb = (word: string): boolean => CHANGING.has(word);

/** Whether a text is about arithmetic, so that adding does not change any record. */
export const speaksOfSums = (text: string): boolean =>
  /\b(numbers?|integers?|sums?|figures|vectors?|matri(x|ces))\b/i.test(text);

/** A verb at the start of a description, or after `and`, that changes something: `Gets and updates the …`. */
const CHANGES =
  /(?:^|\band )((?:add|create|delete|insert|modifie|overwrite|remove|send|set|store|update|write)s) (?:the|a|an|it|its|their|all|\w+_\w+)\b/i;

/** The verb in a description's first sentence that says something is changed. */
export const changingVerbIn = (description: string): string | undefined =>
  CHANGES.exec(description.split(/\.\s/)[0] ?? '')?.[1]?.toLowerCase();

/** Whether a word names someone who does something: a buyer, a sender, editors. */
const isDoer = (word: string): boolean => /(er|or)s?$/.test(word) && !CHANGING.has(word.replace(/s$/, ''));

/** Whether a text mentions changing something. */
export const speaksOfChange = (text: string): boolean =>
  wordsIn(text).some(
    (word) =>
      (CHANGING_STEMS.has(stem(word)) && !isDoer(word)) ||
      /^(sav|mak|send|sent|writ|chang|modif|store|put|dissolv|clear|start|begin|launch|trigger|book|reserv|schedul|end(s|ed)?$)/.test(
        word,
      ),
  );
