/** A question for a person, with answers to choose from; the person can always type another one. */
export interface Question {
  readonly question: string;
  /** A word or two. */
  readonly header?: string;
  readonly options: readonly { readonly label: string; readonly description?: string }[];
  readonly multiple?: boolean;
}

/** A call that waits for a person's answers. */
export interface QuestionRequest {
  readonly callId: string;
  readonly questions: readonly Question[];
}

/** A person's answers: a list for each question. */
export type Answers = readonly (readonly string[])[];

/** Asks a person. Rejects only when `signal` aborts. */
export interface Questions {
  ask(request: QuestionRequest, signal: AbortSignal): Promise<Answers>;
}
