import { behaviourOf, findPreset } from '@/lib/tools/presets';
import type { Behaviour, PipelineTexts } from '@/lib/tools/system';
import type { Messages } from '../../messages/catalogues';
import type { Text } from '../../messages/text';
import { inRow } from '../../messages/locale';

type Say = Text<'presets'>;
type Key = keyof Messages['presets'];

/** One aspect of behaviour in words, and where the design's text states it; without a source it is Toolyard's own. */
export interface BehaviourLabels {
  readonly aspect: (typeof ASPECTS)[number];
  readonly words: string;
  readonly source?: string;
}

/** The messages for what the pipeline itself says. */
const SAID = {
  toolNotFound: 'saidNotFound',
  invalidArguments: 'saidInvalid',
  denied: 'saidDenied',
  threw: 'saidThrew',
  unavailable: 'saidUnavailable',
} as const satisfies Readonly<Record<keyof PipelineTexts, Key>>;

const isSaid = (name: string): name is keyof PipelineTexts => Object.hasOwn(SAID, name);

type Words = { readonly [K in keyof Behaviour]: (value: Behaviour[K], text: Say) => string };

const WORDS: Words = {
  language: (language, text) => text(language === 'zh' ? 'inChinese' : 'inEnglish'),
  codes: (spell, text) =>
    text('codesAre', {
      missing: spell('NOT_FOUND', { success: false, text: '' }),
      exit: spell('EXIT_CODE', { success: false, text: '', details: { exitCode: 3 } }),
    }),
  texts: (texts, text) => {
    const own = Object.values(texts).flatMap((said) => Object.keys(said).filter(isSaid));
    const occasions = [...new Set(own)].map((one) => text(SAID[one]));
    return occasions.length === 0 ? text('textsOurs') : text('textsOwn', { occasions: inRow(occasions) });
  },
  order: (order, text) => text(order === 'permission-hooks-validation' ? 'orderOwn' : 'orderOurs'),
  intercepts: (names, text) =>
    names.length === 0 ? text('interceptsNone') : text('interceptsSome', { names: inRow(names) }),
  readBeforeWrite: (needed, text) => text(needed ? 'readNeeded' : 'readFree'),
  override: (override, text) => text(override === 'later' ? 'overrideLater' : 'overrideAllowed'),
  output: ({ most, notice }, text) => {
    const limit = most === undefined ? text('asEachTool') : text('outputMost', { count: most });
    return notice === undefined ? text('cutSays', { limit }) : text('cutReads', { limit, notice });
  },
  laxity: ({ names, integers, schemas }, text) =>
    [
      text(names ? 'namesLax' : 'namesExact'),
      text(integers ? 'integersLax' : 'integersExact'),
      ...(schemas ? [text('noSchema')] : []),
    ].join(text('between')),
  scheduling: (scheduling, text) =>
    text(
      (
        {
          'call-order': 'inCallOrder',
          'reads-first': 'readsFirst',
          together: 'together',
          'one-at-a-time': 'oneAtATime',
        } as const
      )[scheduling],
    ),
  asks: (asks, text) => text(asks === 'dangerous' ? 'asksDangerous' : 'asksAny'),
  keeps: (keeps, text) => text(keeps === 'files' ? 'keepsFiles' : 'keepsAll'),
  discovery: (discovery, text) =>
    text(({ full: 'formsAll', lazy: 'formsIndex', deferred: 'formsOnDemand' } as const)[discovery]),
  guardPatience: (times, text) => text(times === 1 ? 'loopAfter' : 'loopLater', { count: 3 * times }),
  deadlineMs: (ms, text) => (Number.isFinite(ms) ? text('seconds', { count: ms / 1000 }) : text('asEachTool')),
};

const say = <K extends keyof Behaviour>(aspect: K, value: Behaviour[K], text: Say): string =>
  WORDS[aspect](value, text);

/** The aspects in display order; each is also the message key of its name. */
export const ASPECTS = [
  'order',
  'intercepts',
  'asks',
  'readBeforeWrite',
  'scheduling',
  'codes',
  'texts',
  'language',
  'laxity',
  'output',
  'deadlineMs',
  'override',
  'discovery',
  'keeps',
  'guardPatience',
] as const satisfies readonly (keyof Behaviour & Key)[];

/** A design's behaviour, one entry per aspect. */
export function behaviourLabels(design: string, text: Say): readonly BehaviourLabels[] {
  const preset = findPreset(design);
  const behaviour = behaviourOf(preset);
  return ASPECTS.map((aspect) => {
    const source = preset?.behaviour[aspect]?.source;
    return { aspect, words: say(aspect, behaviour[aspect], text), ...(source !== undefined && { source }) };
  });
}
