/** All pages, in the order of the links to them. */
export const PAGES = [
  { href: '/', name: 'playground' },
  { href: '/tools', name: 'tools' },
  { href: '/workshop', name: 'workshop' },
  { href: '/presets', name: 'presets' },
  { href: '/compare', name: 'compare' },
] as const;

export type PageName = (typeof PAGES)[number]['name'];
