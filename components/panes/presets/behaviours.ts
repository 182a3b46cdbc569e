import { behaviourOf, findPreset } from '@/lib/tools/presets';
import type { Behaviour, PipelineTexts } from '@/lib/tools/system';

/** One aspect of behaviour in words, and where the design's text says it; without a source it is Toolyard's. */
export interface BehaviourWords {
  readonly aspect: keyof Behaviour;
  readonly words: string;
  readonly source?: string;
}

/** When the pipeline itself speaks. */
const SAID: Readonly<Record<keyof PipelineTexts, string>> = {
  toolNotFound: 'there is no such tool',
  invalidArguments: 'arguments are not valid',
  denied: 'a call is denied',
  threw: 'a tool throws',
  unavailable: 'what a tool needs is not there',
};

const isSaid = (name: string): name is keyof PipelineTexts => Object.hasOwn(SAID, name);

type Say = { readonly [K in keyof Behaviour]: (value: Behaviour[K]) => string };

const SAY: Say = {
  language: (language) => (language === 'zh' ? 'Chinese' : 'English'),
  codes: (spell) =>
    `A missing file is ${spell('NOT_FOUND', { success: false, text: '' })}; a command that ends with 3 is ` +
    spell('EXIT_CODE', { success: false, text: '', details: { exitCode: 3 } }),
  texts: (texts) => {
    const own = Object.values(texts).flatMap((said) => Object.keys(said).filter(isSaid));
    const occasions = [...new Set(own)].map((one) => SAID[one]);
    return occasions.length === 0 ? 'As Toolyard says it' : `Its own words where ${occasions.join(', ')}`;
  },
  order: (order) =>
    order === 'permission-hooks-validation'
      ? 'Permission, then hooks, then validation'
      : 'Validation, then permission, then hooks',
  intercepts: (names) =>
    names.length === 0 ? 'Middleware and hooks see every call' : `Neither middleware nor hooks see ${names.join(', ')}`,
  readBeforeWrite: (needed) => (needed ? 'A file is read before it is changed' : 'A file may be changed unread'),
  override: (override) =>
    override === 'later' ? 'A later tool of the same name counts' : 'Only where a person allowed it',
  output: ({ most, notice }) =>
    [
      most === undefined ? 'As each tool says' : `At most ${most.toLocaleString('en')} characters`,
      notice === undefined ? 'a cut says how much is left out' : `a cut reads ${notice}`,
    ].join('; '),
  laxity: ({ names, integers, schemas }) =>
    [
      names ? 'Names of tools in any case' : 'Names of tools to the letter',
      integers ? 'any number is an integer' : 'integers are whole',
      ...(schemas ? ['no schema, no check'] : []),
    ].join('; '),
  scheduling: (scheduling) =>
    ({
      'call-order': 'In call order; neighbouring reads together',
      'reads-first': 'Reads together and first, then one at a time',
      together: 'All at once; agents alone',
      'one-at-a-time': 'One at a time',
    })[scheduling],
  asks: (asks) => (asks === 'dangerous' ? 'What is dangerous' : 'Whatever may change something'),
  keeps: (keeps) => (keeps === 'files' ? 'The conversation and its files' : 'Everything'),
  discovery: (discovery) =>
    ({ full: 'All forms', lazy: 'An index to search in', deferred: 'Forms on demand' })[discovery],
  guardPatience: (times) => `After ${3 * times} same calls${times === 1 ? '' : ': the rate limit speaks first'}`,
  deadlineMs: (ms) => (Number.isFinite(ms) ? `${ms / 1000} s for any call` : 'As each tool says'),
};

const say = <K extends keyof Behaviour>(aspect: K, value: Behaviour[K]): string => SAY[aspect](value);

/** What each aspect is called on the page, in the order in which they are shown. */
export const ASPECTS: Readonly<Record<keyof Behaviour, string>> = {
  order: 'Order of checks',
  intercepts: 'Calls taken before them',
  asks: 'Asked in default mode',
  readBeforeWrite: 'Read before write',
  scheduling: 'Calls of one turn',
  codes: 'Error codes',
  texts: 'Words of the pipeline',
  language: 'Language',
  laxity: 'Names, numbers, schemas',
  output: 'Output limits',
  deadlineMs: 'Time',
  override: 'Tools of one name',
  discovery: 'Begins with',
  keeps: 'Kept over a reload',
  guardPatience: 'Warned of a loop',
};

const isAspect = (name: string): name is keyof Behaviour => Object.hasOwn(ASPECTS, name);

/** A design's behaviour, an aspect a line. */
export function behaviourWords(design: string): readonly BehaviourWords[] {
  const preset = findPreset(design);
  const behaviour = behaviourOf(preset);
  const one = (aspect: keyof Behaviour): BehaviourWords => {
    const source = preset?.behaviour[aspect]?.source;
    return { aspect, words: say(aspect, behaviour[aspect]), ...(source !== undefined && { source }) };
  };
  return Object.keys(ASPECTS).filter(isAspect).map(one);
}
