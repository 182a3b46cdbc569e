/** The list of tools that the model sees. */
export default {
  title: 'What the model sees',
  explains: 'Tools whose full declaration the model sees, out of all',
  some: '{seen, number} of {all, number}',
  off: 'off',
  listed: '{kind} · listed',
  skill: 'Skill {names}',
  narrowed: 'Narrowed by skill {names}',
  outside: 'the skill {skill} leaves it out',
  isOff: 'Off: {why}',
  opens: '{title} Opens its contract.',
  isListed: 'The model sees one line about it until it searches for it.',
} as const;
