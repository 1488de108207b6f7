import type { RoboMixPart } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paiseOf } from '../../lib/paise.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Money, Percent } from '../../ui/figures/figures.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { Section } from '../../ui/section.tsx';
import { NoteFile } from './note-file.tsx';
import css from './robo.module.css';
import { basketPath, partPaise } from './robo-view.ts';

interface MixProps {
  readonly parts: readonly RoboMixPart[];
  readonly noteId: number | undefined;
}

/** The suggested mix. Nothing is bought here: each part leads to its basket, where it is looked at and confirmed. */
export function Mix({ parts, noteId }: MixProps) {
  const { t } = useTranslation();
  const [amount, setAmount] = useState<number>();
  const paise = paiseOf(amount);
  return (
    <Section
      title={t('robo.mix.title')}
      aside={noteId === undefined ? undefined : <NoteFile noteId={noteId} label={t('robo.mix.note')} />}
    >
      <p className={`${css.small} ${css.apart}`}>{t('robo.mix.text')}</p>
      <div className={css.amount}>
        <NumberField
          name="amount"
          label={t('robo.mix.amount')}
          help={t('robo.mix.amountHelp')}
          rupee
          min={1}
          value={amount}
          error={undefined}
          onChange={setAmount}
        />
      </div>
      <ul className={css.rows}>
        {parts.map((part) => (
          <Part key={part.basketId ?? part.reason} part={part} amountPaise={paise} />
        ))}
      </ul>
      <p className={`${css.small} ${css.apart}`}>{t('robo.mix.warning')}</p>
    </Section>
  );
}

interface PartProps {
  readonly part: RoboMixPart;
  readonly amountPaise: number | undefined;
}

function Part({ part: { basketId, name, percent, reason }, amountPaise }: PartProps) {
  const { t } = useTranslation();
  const paise = amountPaise === undefined ? undefined : partPaise(amountPaise, percent);
  return (
    <li className={css.row}>
      <div className={css.words}>
        <span className={css.title}>{name ?? t('robo.mix.kept')}</span>
        <span className={css.small}>{reason}</span>
      </div>
      <div className={css.share}>
        <Percent value={percent} />
        {paise === undefined ? null : <Money paise={paise} />}
      </div>
      {basketId === undefined ? null : (
        <ButtonLink small look="quiet" to={basketPath(basketId, paise)}>
          {t('robo.mix.open', { name })}
        </ButtonLink>
      )}
    </li>
  );
}
