/** A folder with a SKILL.md: instructions for an agent, and the tools it is restricted to meanwhile. */
export interface Skill {
  readonly name: string;
  /** When to use it, in a sentence. */
  readonly description: string;
  /** Markdown. */
  readonly instructions: string;
  /** Names of tools, as written; left out if it restricts nothing. */
  readonly tools?: readonly string[];
  /** Its absolute path. */
  readonly path: string;
}

/** A SKILL.md that cannot be used. */
export interface SkillIssue {
  readonly path: string;
  readonly reason: string;
}

/** The skills of the project, read anew each time. */
export interface SkillRegistry {
  list(): Promise<{ readonly skills: readonly Skill[]; readonly issues: readonly SkillIssue[] }>;
}
