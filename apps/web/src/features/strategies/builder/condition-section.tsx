import { Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../ui/feedback/later.tsx';
import { SkeletonBar } from '../../../ui/feedback/skeleton.tsx';
import { Section } from '../../../ui/section.tsx';
import css from './builder.module.css';
import type { ConditionBlock, Word } from './check.worker.ts';
import { ConditionBlocks } from './condition-blocks.tsx';
import { textOf } from './condition-text.ts';
import { type Draft, PATH_OF, type Side, sidesOf } from './draft.ts';
import { blanksBefore, errorsAt } from './field-errors.ts';
import { suggestionsAt } from './language.ts';
import type { Checker } from './use-checker.ts';
import { useExplain } from './use-explain.ts';
import { usePlaceSuggestions } from './use-place-suggestions.ts';

const CodeEditor = later(async () => (await import('./code-editor.tsx')).CodeEditor);

interface ConditionSectionProps {
  readonly draft: Draft;
  readonly checker: Checker;
  readonly onChange: (side: Side, text: string) => void;
}

/** When it buys and sells: each condition as blocks and as text side by side, always in step. */
export function ConditionSection({ draft, checker, onChange }: ConditionSectionProps) {
  const { t } = useTranslation();
  const names = useId();
  return (
    <Section title={t('builder.conditions')} note={t('builder.conditionsNote')}>
      <p className={css.quiet}>{t('builder.placesHelp')}</p>
      <NameList id={names} words={checker.words} draft={draft} />
      <div className={css.conditions}>
        {sidesOf(draft.direction).map((side) => (
          <Condition key={side} side={side} draft={draft} checker={checker} onChange={onChange} names={names} />
        ))}
      </div>
    </Section>
  );
}

/** What the sides of a comparison offer while one types. */
function NameList({
  id,
  words,
  draft,
}: {
  readonly id: string;
  readonly words: readonly Word[];
  readonly draft: Draft;
}) {
  const outputs = words.flatMap(({ text, outputs: each }) =>
    each.length === 0 ? [text] : each.map((output) => `${text}.${output}`),
  );
  const names = [...draft.parameters.map(({ name }) => name), ...outputs].filter((name) => name !== '');
  return (
    <datalist id={id}>
      {[...new Set(names)].map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

interface ConditionProps extends ConditionSectionProps {
  readonly side: Side;
  readonly names: string;
}

function Condition({ side, draft, checker, onChange, names }: ConditionProps) {
  const { t } = useTranslation();
  const id = useId();
  const text = draft.conditions[side];
  // While blocks are being changed they lead: the text follows each key, and is not read back into them.
  const [own, setOwn] = useState<{ readonly block: ConditionBlock | undefined; readonly text: string }>();
  const leads = own !== undefined && own.text === text;
  const block = leads ? own.block : checker.checked?.blocks[side];
  const isReadable = leads || text.trim() === '' || block !== undefined;
  const found = checker.checked?.errors;
  const blanks = blanksBefore(text);
  const errors = useMemo(
    () =>
      errorsAt(found ?? [], PATH_OF[side], blanks).map(({ at, message }) => ({
        ...{ offset: 0, length: 1, ...at },
        ...{ message, at },
      })),
    [found, side, blanks],
  );
  const explain = useExplain();
  const suggestPlaces = usePlaceSuggestions(draft.interval);
  const suggest = (before: string) => suggestionsAt(before, checker.words, draft.parameters);

  function change(next: ConditionBlock | undefined): void {
    // Blocks of an earlier text would write over what was typed since; a moment later they are those of this one.
    if (!leads && checker.behind) return;
    const written = next ? textOf(next) : '';
    setOwn({ block: next, text: written });
    onChange(side, written);
  }

  return (
    <div className={css.condition}>
      <h3 className={css.conditionTitle}>{t(`builder.side.${side}`)}</h3>
      <div className={css.pair}>
        <fieldset className={css.plain}>
          <legend className={css.caption}>{t('builder.asBlocks')}</legend>
          {isReadable ? (
            <ConditionBlocks block={text.trim() === '' ? undefined : block} onChange={change} names={names} />
          ) : (
            <p className={css.quiet}>{t('builder.noBlocks')}</p>
          )}
        </fieldset>
        <div>
          <div className={css.caption}>{t('builder.asText')}</div>
          <Suspense fallback={<SkeletonBar height="86px" />}>
            <CodeEditor
              value={text}
              onChange={(typed) => onChange(side, typed)}
              label={t('builder.textOf', { condition: t(`builder.side.${side}`) })}
              describedBy={errors.length > 0 ? id : undefined}
              errors={errors}
              suggest={suggest}
              suggestPlaces={suggestPlaces}
              explain={explain}
            />
          </Suspense>
          <ul className={css.errors} id={id}>
            {errors.map(({ at, message }) => (
              <li key={`${at?.offset} ${message}`}>
                {at && text !== '' ? t('builder.errorAt', { place: at.offset + 1, message }) : message}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}
