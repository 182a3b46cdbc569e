/** What is wrong with a link. */
export default {
  linkIssue: 'The link names an unknown {part}: {value}. {instead}',
  linkIgnored: 'It is ignored.',
  linkInstead: '“{name}” is used instead.',
  partScenario: 'scenario',
  partModel: 'model',
  partPreset: 'preset',
  partToolMode: 'way of calling tools',
  partDialect: 'dialect',
  partSpeed: 'speed',
  partMode: 'permission mode',
  partSandbox: 'sandbox',
  partPane: 'pane',
} as const;
