import type { RoboQuestionItem } from '@trickdesk/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Section } from '../../ui/section.tsx';
import css from './robo.module.css';
import { answersToSend, countAnswered, firstOpen, placesNamed } from './robo-view.ts';
import { useAnswers } from './use-answers.ts';

interface QuestionnaireProps {
  readonly robo: OutputOfCall<'roboProPlans'>;
  readonly onDone: () => void;
  /** Back to what the last answers came to; absent where there are none. */
  readonly onCancel: (() => void) | undefined;
}

/** One question at a time; nothing that was chosen is lost before the server has it. */
export function Questionnaire({ robo: { questions, last }, onDone, onCancel }: QuestionnaireProps) {
  const { t } = useTranslation();
  const { given, choose, wereSent, ...answers } = useAnswers(last);
  const [moved, setMoved] = useState(false);
  const save = useAction('saveRoboProQuestionnaire', { quiet: true, refreshes: ['roboProPlans'] });
  const place = Math.min(given.place, questions.length - 1);
  const question = questions[place];
  const answered = countAnswered(questions, given);
  const isLast = place === questions.length - 1;
  const goTo = (next: number): void => {
    setMoved(true);
    answers.goTo(next);
  };
  if (!question) return null;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isLast) return goTo(place + 1);
    const open = firstOpen(questions, given);
    if (open < questions.length) return goTo(open);
    await save.mutateAsync({ answers: answersToSend(questions, given) });
    wereSent();
    onDone();
  }

  return (
    <Section title={t('robo.questions.title')}>
      <form className={css.form} onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
        <Progress
          text={t('robo.questions.progress', { place: place + 1, total: questions.length, answered })}
          done={answered}
          total={questions.length}
        />
        <Choices
          key={question.id}
          question={question}
          chosen={given.chosen[question.id]}
          focused={moved}
          onChoose={(optionId) => {
            save.reset();
            choose(question.id, optionId);
          }}
        />
        {save.error ? <Refused failure={save.error} {...{ questions, given, goTo }} /> : null}
        <div className={css.buttons}>
          {place > 0 ? (
            <Button look="quiet" onClick={() => goTo(place - 1)}>
              {t('robo.questions.back')}
            </Button>
          ) : null}
          <Button type="submit" busy={save.isPending} disabled={given.chosen[question.id] === undefined}>
            {t(isLast ? 'robo.questions.send' : 'robo.questions.next')}
          </Button>
          {onCancel ? (
            <Button look="quiet" onClick={onCancel}>
              {t('robo.questions.cancel')}
            </Button>
          ) : null}
        </div>
        <p className={css.small}>{t('robo.questions.kept')}</p>
      </form>
    </Section>
  );
}

interface ChoicesProps {
  readonly question: RoboQuestionItem;
  readonly chosen: string | undefined;
  /** It was gone to from another question. */
  readonly focused: boolean;
  readonly onChoose: (optionId: string) => void;
}

function Choices({ question, chosen, focused, onChoose }: ChoicesProps) {
  const legend = useRef<HTMLLegendElement>(null);
  // A screen reader hears the question that was gone to, and the keyboard goes on from it.
  useEffect(() => {
    if (focused) legend.current?.focus();
  }, [focused]);
  return (
    <fieldset className={css.choices}>
      <legend ref={legend} tabIndex={-1}>
        {question.text}
      </legend>
      {question.options.map(({ id, text }) => (
        <label key={id} className={css.choice}>
          <input type="radio" name={question.id} value={id} checked={chosen === id} onChange={() => onChoose(id)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface RefusedProps {
  readonly failure: NonNullable<ReturnType<typeof useAction<'saveRoboProQuestionnaire'>>['error']>;
  readonly questions: readonly RoboQuestionItem[];
  readonly given: ReturnType<typeof useAnswers>['given'];
  readonly goTo: (place: number) => void;
}

/** Why it was not taken, and the way to each answer that it is about. */
function Refused({ failure, questions, given, goTo }: RefusedProps) {
  const { t } = useTranslation();
  const places = placesNamed(failure, answersToSend(questions, given), questions);
  return (
    <div className={css.failure} role="alert">
      <p>{failureText(failure, t)}</p>
      <div className={css.buttons}>
        {places.map((place) => (
          <Button key={place} small look="quiet" onClick={() => goTo(place)}>
            {t('robo.questions.goTo', { question: questions[place]?.text })}
          </Button>
        ))}
      </div>
    </div>
  );
}
