/** A folder with a SKILL.md: what an agent is to do, and the tools it is narrowed to meanwhile. */
export interface Skill {
  readonly name: string;
  /** When it is of use, in a sentence. */
  readonly description: string;
  /** Markdown. */
  readonly instructions: string;
  /** Names of tools, as they are written; left out: it narrows nothing. */
  readonly tools?: readonly string[];
  /** Where it stands, absolute. */
  readonly path: string;
}

/** A SKILL.md that cannot be used. */
export interface SkillIssue {
  readonly path: string;
  readonly reason: string;
}

/** The skills of the project, read as they are at that moment. */
export interface SkillRegistry {
  list(): Promise<{ readonly skills: readonly Skill[]; readonly issues: readonly SkillIssue[] }>;
}
