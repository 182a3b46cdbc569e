/** File name globs of ripgrep's commonest `--type` names. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  c: ['*.c', '*.h'],
  cpp: ['*.cpp', '*.cc', '*.cxx', '*.hpp', '*.hh', '*.hxx', '*.h', '*.inl'],
  css: ['*.css', '*.scss'],
  csv: ['*.csv'],
  go: ['*.go'],
  html: ['*.html', '*.htm', '*.ejs'],
  java: ['*.java', '*.jsp'],
  js: ['*.js', '*.jsx', '*.mjs', '*.cjs', '*.vue'],
  json: ['*.json'],
  kotlin: ['*.kt', '*.kts'],
  md: ['*.md', '*.markdown', '*.mdx'],
  php: ['*.php', '*.phtml'],
  py: ['*.py', '*.pyi'],
  ruby: ['*.rb', '*.gemspec', 'Gemfile', 'Rakefile'],
  rust: ['*.rs'],
  sh: ['*.sh', '*.bash', '*.zsh', '.bashrc', '.profile'],
  sql: ['*.sql'],
  swift: ['*.swift'],
  toml: ['*.toml'],
  ts: ['*.ts', '*.tsx', '*.mts', '*.cts'],
  txt: ['*.txt'],
  xml: ['*.xml', '*.svg', '*.xsl'],
  yaml: ['*.yaml', '*.yml'],
};

const ALIASES: Readonly<Record<string, string>> = { python: 'py', markdown: 'md', typescript: 'ts', javascript: 'js' };

/** The globs of a type; undefined if the type is not known. */
export const globsOfType = (type: string): readonly string[] | undefined => TYPES[ALIASES[type] ?? type];

export const knownTypes = (): string[] => Object.keys(TYPES);
