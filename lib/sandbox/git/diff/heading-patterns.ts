/**
 * What git 2.39 takes for a function's heading in some languages, from `userdiff.c`: patterns in order, one a line; `!`
 * marks lines that are not headings.
 */
export const HEADING_PATTERNS: Readonly<Record<string, string>> = {
  bash: String.raw`^[ \t]*((?:[a-zA-Z_][a-zA-Z0-9_]*[ \t]*\([ \t]*\)|function[ \t]+[a-zA-Z_][a-zA-Z0-9_]*(?:[ \t]*\([ \t]*\)|[ \t]+))[ \t]*.*$)`,
  cpp: String.raw`!^[ \t]*[A-Za-z_][A-Za-z_0-9]*:[\s]*($|/[/*])
^((::\s*)?[A-Za-z_].*)$`,
  csharp: String.raw`!(^|[ \t]+)(do|while|for|foreach|if|else|new|default|return|switch|case|throw|catch|using|lock|fixed)([ \t(]|$)
^[ \t]*(((static|public|internal|private|protected|new|virtual|sealed|override|unsafe|async)[ \t]+)*[\w.<>@\[\], ]+[ \t]+[\w.<>@]+[ \t]*\(.*\))[ \t]*[^;]*$
^[ \t]*(((static|public|internal|private|protected|new|unsafe|sealed|abstract|partial)[ \t]+)*(class|enum|interface|struct|record)[ \t]+.*)$
^[ \t]*(namespace[ \t]+.*)$`,
  css: String.raw`![:;][ \t\n\r]*$
^[:[@.#]?[_a-z0-9].*$`,
  elixir: String.raw`^[ \t]*((def(macro|module|impl|protocol|p)?|test)[ \t].*)$`,
  golang: String.raw`^[ \t]*(func[ \t]*.*(\{[ \t]*)?)
^[ \t]*(type[ \t].*(struct|interface)[ \t]*(\{[ \t]*)?)`,
  html: String.raw`^[ \t]*(<[hH][1-6]([ \t].*)?>.*)$`,
  java: String.raw`!^[ \t]*(catch|do|for|if|instanceof|new|return|switch|throw|while)
^[ \t]*(([a-z-]+[ \t]+)*(class|enum|interface|record)[ \t]+.*)$
^[ \t]*(([A-Za-z_<>&\]\[][?&<>.,A-Za-z_0-9]*[ \t]+)+[A-Za-z_][A-Za-z_0-9]*[ \t]*\([^;]*)$`,
  kotlin: String.raw`^[ \t]*(([a-z]+[ \t]+)*(fun|class|interface)[ \t]+.*)$`,
  markdown: String.raw`^ {0,3}#{1,6}[ \t].*`,
  perl: String.raw`^package .*
^sub [\w:']+[ \t]*(\([^)]*\)[ \t]*)?(:[^;#]*)?(\{[ \t]*)?(#.*)?$
^(BEGIN|END|INIT|CHECK|UNITCHECK|AUTOLOAD|DESTROY)[ \t]*(\{[ \t]*)?(#.*)?$
^=head[0-9] .*`,
  php: String.raw`^[\t ]*(((public|protected|private|static|abstract|final)[\t ]+)*function.*)$
^[\t ]*((((final|abstract)[\t ]+)?class|enum|interface|trait).*)$`,
  python: String.raw`^[ \t]*((class|(async[ \t]+)?def)[ \t].*)$`,
  ruby: String.raw`^[ \t]*((class|module|def)[ \t].*)$`,
  rust: String.raw`^[\t ]*((pub(\([^)]+\))?[\t ]+)?((async|const|unsafe|extern([\t ]+"[^"]+"))[\t ]+)?(struct|enum|union|mod|trait|fn|impl|macro_rules!)[< \t]+[^;]*)$`,
  tex: String.raw`^(\\((sub)*section|chapter|part)\*{0,1}\{.*)$`,
};
