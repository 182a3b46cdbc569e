/** The list of the tools that the model sees. */
export default {
  title: 'What model sees',
  explains: 'Whose whole form the model sees, of all there are',
  some: '{seen, number} of {all, number}',
  off: 'off',
  listed: '{kind} · listed',
  skill: 'Skill {names}',
  narrowed: 'Narrowed by skill {names}',
  outside: 'the skill {skill} leaves it out',
  isOff: 'Off: {why}',
  opens: '{title} Opens its contract.',
  isListed: 'The model sees a line of it until it is searched for.',
} as const;
