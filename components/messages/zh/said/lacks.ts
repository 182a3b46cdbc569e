/** What a preset's tool lacks of ours, by the English; the name of a tool that is lacking stays. */
export const LACKS: readonly (readonly [en: string, zh: string])[] = [
  ['new folders of {0}', '{0} 自动新建目录'],
  ['{0} of {1}', '{1} 的 {0}'],
];
