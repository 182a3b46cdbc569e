import type { AgentOptions, PermissionMode, Speed, ToolMode } from '@/lib/protocol';
import { DETAIL_PANE_IDS, type DetailPane } from './detail-panes';
import type { LinkIssue } from './ui';
import { DIALECTS, MODES, SANDBOXES, SPEEDS, TOOL_MODES, type Catalogue, type SandboxChoice } from './catalogue';

/** The contents of a link to the page. Missing or invalid parts mean the default. */
export interface DeepLink {
  scenario?: string;
  model?: string;
  modelName?: string;
  baseURL?: string;
  toolMode?: ToolMode;
  dialect?: NonNullable<AgentOptions['dialect']>;
  /** The preset whose names and fields the tools have. */
  preset?: string;
  /** The careless model's settings, as `writeCareless` writes them. */
  careless?: string;
  speed?: Speed;
  mode?: PermissionMode;
  sandbox?: SandboxChoice;
  thread?: string;
  /** The pane shown below the editor. */
  pane?: DetailPane;
  /** The tool whose contract it shows. */
  tool?: string;
  /** The store it shows. */
  store?: string;
  /** The initial text of the message field, to be sent or edited. */
  say?: string;
}

/** The valid parts of a link, and what is wrong with the others. */
export function knownLink(
  search: string,
  { scenarios, models, presets }: Pick<Catalogue, 'scenarios' | 'models' | 'presets'>,
): { link: DeepLink; faults: readonly LinkIssue[] } {
  const query = new URLSearchParams(search);
  const link = readLink(search);
  const faults: LinkIssue[] = [];
  const look = (part: LinkIssue['part'], ids: readonly string[]): void => {
    const value = query.get(part);
    if (value === null || value === '' || ids.includes(value)) return;
    link[part] = undefined;
    faults.push({ part, value: value.slice(0, MOST_QUOTED) });
  };
  look('scenario', idsOf(scenarios));
  look('model', idsOf(models));
  look('preset', idsOf(presets));
  look('toolMode', idsOf(TOOL_MODES));
  look('dialect', idsOf(DIALECTS));
  look('speed', idsOf(SPEEDS));
  look('mode', idsOf(MODES));
  look('sandbox', idsOf(SANDBOXES));
  look('pane', [...DETAIL_PANE_IDS, ...PARTS_OF_CALL]);
  return { link, faults };
}

/** The most characters of an invalid value shown. */
const MOST_QUOTED = 100;

const idsOf = (choices: readonly { id: string }[]): string[] => choices.map(({ id }) => id);

const ID = /^[\w.-]{1,100}$/;

/** Reads a query string. Invalid values are left out. */
export function readLink(search: string): DeepLink {
  const query = new URLSearchParams(search);
  const link: DeepLink = {
    scenario: idOf(query.get('scenario')),
    model: idOf(query.get('model')),
    modelName: nameOf(query.get('modelName')),
    baseURL: addressOf(query.get('baseURL')),
    toolMode: choiceOf(TOOL_MODES, query.get('toolMode')),
    dialect: choiceOf(DIALECTS, query.get('dialect')),
    preset: idOf(query.get('preset')),
    careless: carelessOf(query.get('careless')),
    speed: choiceOf(SPEEDS, query.get('speed')),
    mode: choiceOf(MODES, query.get('mode')),
    sandbox: choiceOf(SANDBOXES, query.get('sandbox')),
    thread: idOf(query.get('thread')),
    pane: paneOf(query.get('pane')),
    tool: idOf(query.get('tool')),
    store: storeOf(query.get('store')),
    say: query.get('say')?.slice(0, MOST_SAID) || undefined,
  };
  return link;
}

/** Writes a query string in a fixed order, with a leading `?`; empty for an empty link. */
export function writeLink(link: DeepLink): string {
  const query = new URLSearchParams();
  for (const key of [
    'scenario',
    'model',
    'modelName',
    'baseURL',
    'toolMode',
    'dialect',
    'preset',
    'careless',
    'speed',
    'mode',
    'sandbox',
    'thread',
    'pane',
    'tool',
    'store',
    'say',
  ] as const) {
    const value = link[key];
    if (value !== undefined) query.set(key, value);
  }
  const text = query.toString();
  return text && `?${text}`;
}

/** The most characters of a message taken from a link. */
const MOST_SAID = 4000;

/** A seed and, if given, rates: `7,cut-json:0.5`. */
const carelessOf = (value: string | null): string | undefined =>
  value !== null && /^\d{1,10}(,[a-z-]{1,30}:[01](\.\d{1,4})?){0,20}$/.test(value) ? value : undefined;

const idOf = (value: string | null): string | undefined => (value !== null && ID.test(value) ? value : undefined);

/** Former panes that are now parts of the call pane; links to them still work. */
const PARTS_OF_CALL: readonly string[] = ['issues', 'result'];

const paneOf = (value: string | null): DetailPane | undefined =>
  value !== null && PARTS_OF_CALL.includes(value) ? 'call' : DETAIL_PANE_IDS.find((pane) => pane === value);

/** Links with the schedule's former name still work. */
const storeOf = (value: string | null): string | undefined => (value === 'timetable' ? 'schedule' : idOf(value));

/** Some servers use slashes and colons in model names. */
const nameOf = (value: string | null): string | undefined =>
  value !== null && /^[\w.:/@+-]{1,200}$/.test(value) ? value : undefined;

const addressOf = (value: string | null): string | undefined =>
  value !== null && value.length <= 500 && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined;

const choiceOf = <T extends string>(choices: readonly { id: T }[], value: string | null): T | undefined =>
  choices.find(({ id }) => id === value)?.id;

/** Reloads the page with another sandbox: it needs another frame policy, which only a new page has. */
export function loadWithSandbox(sandbox: SandboxChoice): void {
  location.assign(writeLink({ ...readLink(location.search), sandbox, thread: undefined }));
}
