/** Tokens and their cost. */
export default {
  title: 'Tokens',
  in: 'In',
  cached: 'of which cached',
  out: 'Out',
  cost: 'Cost',
  byAgent: 'By agent',
  byTurn: 'By turn',
  tokensByAgent: 'Tokens by agent',
  tokensByTurn: 'Tokens by turn',
  agent: 'agent',
  turn: 'turn',
  thisAgent: 'this agent',
  turnTitle: '{model}, stop reason: {stop}',
  perTurn: 'Tools per turn',
  perTurnExplains:
    'What the declarations of the tools cost in every request, counted in this browser with Claude’s published encoding, accurate to within 10%',
  of: 'of {full}',
  counted:
    'Counted with Claude’s published encoding. The scripted model counts its turns the same way; other models report their own figures.',
  caption: 'Tokens of the tool declarations, by discovery',
  now: 'now',
  less: '{share, number}% less',
  more: '{share, number}% more',
} as const;
