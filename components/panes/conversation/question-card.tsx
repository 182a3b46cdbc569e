'use client';

import type { Answers, Question, QuestionRequest } from '@/lib/ports';
import { MessageCircleQuestion } from 'lucide-react';
import { useId, useState, type FocusEvent, type FormEvent } from 'react';
import { Button } from '../../elements/button';
import { cx } from '../../elements/cx';
import { Kbd } from '../../elements/kbd';
import { useText } from '../../messages/use-text';
import { useSessionText } from '../../state/use-session-text';
import { answersOf, choose, isAnswered, NO_DRAFT, answerWith, readDrafts, type AnswerDraft } from './question-answers';
import { useQuestionKeys } from './use-question-keys';

/** Asks a person the agent's questions: options to choose from, and a field for their own answer. */
export default function QuestionCard(props: {
  request: QuestionRequest;
  /** How many others wait behind this one. */
  behind: number;
  onAnswer: (answers: Answers) => void;
}) {
  const { request, behind, onAnswer } = props;
  const text = useText('thread');
  const { questions } = request;
  const [kept, keep] = useSessionText(`${request.callId}.answers`);
  const drafts = readDrafts(kept, questions);
  const form = useQuestionKeys();
  const answers = answersOf(questions, drafts);
  /** The question that has the focus. */
  const [focused, setFocused] = useState(-1);
  const open = answers.findIndex((answer) => answer.length === 0);
  const keyed = focused >= 0 ? focused : Math.max(0, open);
  const change = (index: number, draft: AnswerDraft): void => keep(JSON.stringify(drafts.with(index, draft)));
  const answer = (): void => {
    keep('');
    onAnswer(answers);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isAnswered(answers)) answer();
  };
  const focus = ({ target }: FocusEvent<HTMLElement>): void =>
    setFocused([...(form.current?.querySelectorAll('fieldset') ?? [])].findIndex((field) => field.contains(target)));

  return (
    <section
      data-asked
      aria-label={text('questions')}
      className="mx-3 mt-2 flex max-h-[70%] min-h-0 shrink-0 flex-col rounded-lg border border-wait bg-panel"
    >
      <form ref={form} onSubmit={send} className="flex min-h-0 flex-col gap-2.5 py-2.5">
        <p className="flex items-center gap-2 px-2.5 text-xs">
          <MessageCircleQuestion aria-hidden size={14} className="shrink-0 text-wait" />
          <b className="font-medium">{text('asks')}</b>
          <span className="ml-auto shrink-0 text-wait">
            {behind > 0 ? text('waitingMore', { count: behind }) : text('waiting')}
          </span>
        </p>
        <div className="grid min-h-0 gap-2.5 overflow-y-auto px-2.5" onFocus={focus} onBlur={() => setFocused(-1)}>
          {questions.map((question, index) => (
            <Field
              key={index}
              question={question}
              draft={drafts[index] ?? NO_DRAFT}
              first={index === 0}
              keyed={index === keyed}
              onChange={(draft) => change(index, draft)}
            />
          ))}
        </div>
        <div className="flex shrink-0 gap-1.5 px-2.5">
          <Button look="primary" type="submit" disabled={!isAnswered(answers)}>
            {text('answer')} <Kbd onAccent>Enter</Kbd>
          </Button>
          <Button look="quiet" title={text('skipExplains')} onClick={answer}>
            {text('skip')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function Field(props: {
  question: Question;
  draft: AnswerDraft;
  first: boolean;
  /** Whether the digits choose among its options. */
  keyed: boolean;
  onChange: (draft: AnswerDraft) => void;
}) {
  const { question, draft, first, keyed, onChange } = props;
  const text = useText('thread');
  const { options, multiple = false, header } = question;
  const name = useId();
  return (
    <fieldset data-keyed={keyed || undefined} className="grid gap-1">
      <legend className="mb-1">
        {header && <span className="mr-2 rounded bg-raised px-1.5 text-2xs text-dim">{header}</span>}
        {question.question}
        {multiple && <span className="ml-2 inline-block text-2xs text-faint">{text('chooseAny')}</span>}
      </legend>
      {options.map(({ label, description }, index) => {
        const chosen = draft.chosen.includes(label);
        return (
          <label
            key={label}
            className={cx(
              'flex items-baseline gap-2 rounded-md border px-2 py-1 hover:bg-hover',
              chosen ? 'border-accent bg-accent-soft' : 'border-line',
            )}
          >
            <input
              type={multiple ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen}
              data-question={first && index === 0 ? true : undefined}
              onChange={() => onChange(choose(question, draft, label))}
              className="translate-y-0.5 accent-(--accent)"
            />
            <span className="min-w-0 flex-1">
              <span className="font-medium">{label}</span>
              {description && <span className="block text-xs text-dim">{description}</span>}
            </span>
            {keyed && <Kbd>{String(index + 1)}</Kbd>}
          </label>
        );
      })}
      <input
        type="text"
        aria-label={text('ownWordsFor', { question: question.question })}
        placeholder={text(multiple ? 'andOwnWords' : 'orOwnWords')}
        value={draft.own}
        onChange={({ target }) => onChange(answerWith(question, draft, target.value))}
        className="field"
      />
    </fieldset>
  );
}
