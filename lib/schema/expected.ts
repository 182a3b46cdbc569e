const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]\d+)?`;

/**
 * Every form that `expected` in a `ValidationIssue` may have, whether Zod or our engine found the issue:
 * a type · `present` · `absent` · `valid` (a refinement, an excluded value, a schema that cannot be used) · `valid key` ·
 * `enum[A,B]` · `length|fields|contains|depth|values >= 3` · `>= 1` · `multiple of 3` · `pattern …` · `format email` ·
 * `unique items` · `one of 3 shapes` · `exactly one shape`.
 */
export const EXPECTED = new RegExp(
  `^(?:${[
    '(?:null|boolean|string|number|integer|array|object)',
    // Types that only Zod has.
    '(?:bigint|date|file|function|never|promise|set|symbol|undefined|void)',
    '(?:present|absent|valid|valid key|unique items|exactly one shape)',
    String.raw`enum\[[^]*\]`,
    `(?:(?:length|fields|contains|depth|values) )?(?:>=|>|<=|<) ${NUMBER}`,
    `multiple of ${NUMBER}`,
    'pattern [^]*',
    String.raw`format \S+`,
    String.raw`one of \d+ shapes`,
  ].join('|')})$`,
);
