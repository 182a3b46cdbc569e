/** A line that defines a symbol. */
interface SymbolLine {
  readonly name: string;
  readonly kind: string;
}

interface AgentTree {
  readonly files: RegExp;
  /** Each has the groups `kind` and `name`; a pattern without the group `kind` has a fixed kind. */
  readonly patterns: readonly { readonly at: RegExp; readonly kind?: string }[];
}

/** How definitions start in each family of languages, line by line: not a parser, but good enough for search. */
const FAMILIES: readonly AgentTree[] = [
  {
    files: /\.(?:[cm]?[jt]sx?)$/,
    patterns: [
      {
        at: /^\s*(?:(?:export|default|declare|abstract|async)\s+)*(?<kind>function|class|interface|enum|namespace)\b\s*\*?\s*(?<name>[\w$]+)/,
      },
      { at: /^(?:export\s+)?(?:declare\s+)?(?<kind>type|const|let|var)\s+(?<name>[\w$]+)\s*[=<:]/ },
    ],
  },
  { files: /\.pyi?$/, patterns: [{ at: /^\s*(?:async\s+)?(?<kind>def|class)\s+(?<name>\w+)/ }] },
  {
    files: /\.go$/,
    patterns: [{ at: /^(?<kind>func)\s+(?:\([^)]*\)\s*)?(?<name>\w+)/ }, { at: /^(?<kind>type)\s+(?<name>\w+)/ }],
  },
  {
    files: /\.rs$/,
    patterns: [
      {
        at: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|unsafe|const)\s+)*(?<kind>fn|struct|enum|trait|mod|type|union)\s+(?<name>\w+)/,
      },
      { at: /^\s*macro_rules!\s+(?<name>\w+)/, kind: 'macro' },
    ],
  },
  {
    files: /\.(?:java|kts?|cs|scala|swift|php|dart)$/,
    patterns: [
      {
        at: /^\s*(?:[a-z]+\s+)*(?<kind>class|interface|enum|record|struct|object|trait|protocol|extension|fun|func|function)\s+(?<name>\w+)/,
      },
    ],
  },
  { files: /\.rb$/, patterns: [{ at: /^\s*(?<kind>def|class|module)\s+(?:self\.)?(?<name>[\w:]+[?!]?)/ }] },
  {
    files: /\.(?:c|cc|cpp|cxx|h|hpp)$/,
    patterns: [
      { at: /^\s*(?:typedef\s+)?(?<kind>struct|class|enum|union|namespace)\s+(?<name>\w+)/ },
      { at: /^\s*#\s*(?<kind>define)\s+(?<name>\w+)/ },
      { at: /^(?!return\b|else\b)[A-Za-z_][\w\s*&:<>,]{0,120}[\s*&](?<name>\w+)\s*\([^;]*$/, kind: 'function' },
    ],
  },
  {
    files: /\.(?:ba|z|k)?sh$/,
    patterns: [{ at: /^\s*(?:function\s+)?(?<name>[\w-]+)\s*\(\)/, kind: 'function' }],
  },
  {
    files: /\.sql$/,
    patterns: [
      {
        at: /^\s*create\s+(?:or\s+replace\s+)?(?<kind>table|view|function|procedure|index)\s+(?:if\s+not\s+exists\s+)?(?<name>[\w.]+)/i,
      },
    ],
  },
  { files: /\.(?:md|mdx)$/, patterns: [{ at: /^#{1,6}\s+(?<name>.+?)\s*#*$/, kind: 'heading' }] },
];

/** The pattern for ripgrep: every line that may define a symbol, in any of the languages. */
export const MAYBE_SYMBOL =
  '^\\s*(?:(?:export|default|declare|abstract|async|pub|public|private|protected|internal|static|final|open|sealed|data|unsafe|typedef|override|suspend|inline|partial)\\b(?:\\([^)]*\\))?\\s+)*' +
  '(?:function|class|interface|enum|namespace|type|const|let|var|def|func|fn|struct|trait|mod|module|union|record|object|protocol|extension|fun|macro_rules|create|CREATE)\\b' +
  '|^#{1,6}\\s|^\\s*#\\s*define\\b|^[\\w-]+\\s*\\(\\)|^[A-Za-z_][\\w\\s*&:<>,]{0,120}[\\s*&]\\w+\\s*\\([^;]*$';

/** The symbol that a line defines; undefined if there is none or the language is unknown. */
export function symbolIn(path: string, line: string): SymbolLine | undefined {
  const family = FAMILIES.find(({ files }) => files.test(path));
  for (const { at, kind } of family?.patterns ?? []) {
    const groups = at.exec(line)?.groups;
    if (groups?.name !== undefined) return { name: groups.name, kind: kind ?? groups.kind?.toLowerCase() ?? 'symbol' };
  }
  return undefined;
}
