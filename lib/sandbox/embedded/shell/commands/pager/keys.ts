/** The keys of a pager, by what they do. */
const KEYS = {
  quit: ['q', 'Q', 'Z'],
  'forward page': [' ', 'f', '\x06', '\x16', '\x1b[6~'],
  'back page': ['b', '\x02', '\x1bv', '\x1b[5~'],
  'forward half': ['d', '\x04'],
  'back half': ['u', '\x15'],
  'forward line': ['j', 'e', '\r', '\n', '\x05', '\x0e', '\x1b[B', '\x1bOB'],
  'back line': ['k', 'y', '\x19', '\x10', '\x0b', '\x1b[A', '\x1bOA'],
  start: ['g', '<', '\x1b<', '\x1b[H', '\x1bOH', '\x1b[1~'],
  end: ['G', '>', '\x1b>', '\x1b[F', '\x1bOF', '\x1b[4~'],
  'search forward': ['/'],
  'search back': ['?'],
  'search again': ['n'],
  'search against': ['N'],
  colon: [':'],
  place: ['=', '\x07'],
  help: ['h', 'H'],
} as const;

/** What a key of a pager does. */
export type PagerAction = keyof typeof KEYS;

const isAction = (name: string): name is PagerAction => name in KEYS;

const ACTIONS = new Map<string, PagerAction>(
  Object.entries(KEYS).flatMap(([name, keys]) => (isAction(name) ? keys.map((key) => [key, name] as const) : [])),
);

/** What a key does; undefined if it does nothing. */
export const pagerActionOf = (key: string): PagerAction | undefined => ACTIONS.get(key);
