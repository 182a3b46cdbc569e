const NAME = String.raw`[a-zA-Z_][a-zA-Z0-9_]*`;
const HEX = '0[xXbB][0-9a-fA-F]+[lL]?';
const NUMBER = String.raw`${HEX}|[-+0-9.e]+[fFlL]?|0[0-9a-fA-F]+[lL]?`;
const SIGNS = String.raw`[-+*/<>%&^|=!]=|--|\+\+|<<=?|>>=?|&&|\|\|`;

/** What counts as a word of a change in some languages, from git 2.39's `userdiff.c`, with the longer choices first. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  bash: [String.raw`[^ \t]+`],
  cpp: [
    NAME,
    '0[xXbB][0-9a-fA-F]+[lLuU]*',
    '[0-9][0-9.]*(?:[Ee][-+]?[0-9]+)?[fFlLuU]*',
    String.raw`\.[0-9]+(?:[Ee][-+]?[0-9]+)?[fFlL]?`,
    String.raw`<=>|->\*?|\.\*|::`,
    SIGNS,
  ],
  csharp: [NAME, NUMBER, '::|->', SIGNS],
  css: ['-?[_a-zA-Z][-_a-zA-Z0-9]*', '-?[0-9]+', '#[0-9a-fA-F]+'],
  elixir: [
    '[@:]?[a-zA-Z0-9@_?!]+',
    '[-+]?0[xob][0-9a-fA-F]+',
    '[-+]?[0-9][0-9_.]*(?:[eE][-+]?[0-9_]+)?',
    String.raw`:?(?:\+\+|--|\.\.|~~~|<>|\^\^\^|<?\|>|<<<|>>>|<<?~|~>?>|<~>|<<|>>|<=|>=|===?|!==?|=~|&&&?|\|\|\|?|=>|<-|\\\\|->)`,
    String.raw`:?%[A-Za-z0-9_.]\{\}?`,
  ],
  golang: [NAME, '0[xX][0-9a-fA-F]+i?', '[-+0-9.eE]+i?|0[0-9a-fA-F]+i?', String.raw`&\^=?|<-|\.{3}|:=`, SIGNS],
  html: [String.raw`[^<>= \t]+`],
  java: [NAME, NUMBER, '>>>?=?', SIGNS],
  kotlin: [
    NAME,
    '0[xXbB][0-9a-fA-F_]+[lLuU]*',
    '[0-9][0-9_]*(?:[.][0-9_]*)?(?:[Ee][-+]?[0-9]+)?[fFlLuU]*',
    '[.][0-9][0-9_]*(?:[Ee][-+]?[0-9]+)?[fFlLuU]?',
    String.raw`[-+*/<>%&^|=!]==?|--|\+\+|<<=|>>=|&&|\|\||->|\.\*|!!|[?:.][.:]`,
  ],
  markdown: [String.raw`[^<>= \t]+`],
  php: [NAME, '0[xXbB][0-9a-fA-F]+', '[-+0-9.e]+|0[0-9a-fA-F]+', String.raw`===|::|->|\.=`, SIGNS],
  python: [
    NAME,
    '0[xX][0-9a-fA-F]+[lL]?',
    '[-+0-9.e]+[jJlL]?|0[0-9a-fA-F]+[lL]?',
    String.raw`[-+*/<>%&^|=!]=|//=?|<<=?|>>=?|\*\*=?`,
  ],
  ruby: [
    String.raw`(?:@@?|\$)?[a-zA-Z_][a-zA-Z0-9_]*`,
    '0[xXbB][0-9a-fA-F]+',
    String.raw`[-+0-9.e]+|0[0-9a-fA-F]+|\?(?:\\C-)?(?:\\M-)?.`,
    String.raw`===|//=?|[-+*/<>%&^|=!]=|<<=?|>>=?|\.{1,3}|::|[!=]~`,
  ],
  rust: [
    NAME,
    String.raw`[0-9][0-9_a-fA-Fiosuxz]*(?:\.(?:[0-9]*[eE][+-]?)?[0-9_fF]*)?`,
    String.raw`\.{2}=|\.{3}|->|=>|::|[-+*/<>%&^|=!:]=|<<=?|>>=?|&&|\|\|`,
  ],
  tex: [String.raw`\\[a-zA-Z@]+|\\.|[a-zA-Z0-9\u0080-\u{10ffff}]+`],
};

/** Finds the words of a text in a language; undefined for languages that are not known. */
export function wordsOfLanguage(name: string): RegExp | undefined {
  const words = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  return words && new RegExp([...words, String.raw`\S`].join('|'), 'gu');
}
