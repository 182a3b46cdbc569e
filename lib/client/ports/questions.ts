import type { MorePorts, PageDependencies } from './dependencies';

/** The way to ask the person at the page. */
export const openQuestions = ({ questions }: PageDependencies): MorePorts => ({ questions });
