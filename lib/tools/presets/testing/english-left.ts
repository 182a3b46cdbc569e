/** What is not prose: code in backticks, quotations, URLs, paths, names of tools, fields, files and codes. */
const NO_PROSE = [
  /`[^`]*`/g,
  /“[^”]*”/g,
  /https?:\/\/\S+/g,
  /(?:\.{0,2}\/)?[\w.@-]*\/[\w./@-]*/g,
  /\b\w+\.\w+\b/g,
  /\b\w*[_$]\w*\b/g,
  /\b[a-z]+[A-Z]\w*\b/g,
  /\b[A-Z0-9]{2,}\b/g,
  /\$\.[\w.[\]]+/g,
  /\[Exit code: -?\d+\]/g,
];

/** Names and words that stay in English in a Chinese sentence. */
const KEPT = new Set(
  (
    'bash cat sed head tail file od strings grep glob fetch ls cd read write find ripgrep hash null node markdown klingon none ' +
    'startLine endLine path pattern type timeout command content url text ts js py md image png application pdf shell page echo ms ' +
    'http https gitignore agent hook'
  ).split(' '),
);

/** English words left in a Chinese text, not counting names, code and program output. */
export function englishLeft(text: string): string[] {
  const prose = NO_PROSE.reduce((left, pattern) => left.replace(pattern, ' '), text);
  return [...prose.matchAll(/\b[A-Za-z]{2,}\b/g)].flatMap(([word]) => (KEPT.has(word.toLowerCase()) ? [] : [word]));
}
