import type { MorePorts, PageNeeds } from './needs';

/** The way to ask the person at the page. */
export const openQuestions = ({ questions }: PageNeeds): MorePorts => ({ questions });
