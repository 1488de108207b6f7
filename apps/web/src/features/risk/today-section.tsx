import type { RiskSettings } from '@trickdesk/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { count, percent } from '../../lib/format.ts';
import facts from '../../ui/facts.module.css';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/section.tsx';
import { type LimitLine, linesOf } from './limit-view.ts';
import css from './risk.module.css';

/** Where the account stands today, each figure against its limit. */
export function TodaySection({ risk }: { readonly risk: RiskSettings }) {
  const { t } = useTranslation();
  return (
    <Section title={t('risk.today.title')} note={t('risk.today.note')}>
      <div className={css.lines}>
        {linesOf(risk).map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </div>
      <p className={`${facts.text} ${css.made}`}>
        {t('risk.today.madeOf')} <Gain paise={risk.today.realisedPaise} /> {t('risk.today.realised')}{' '}
        <Gain paise={risk.today.unrealisedPaise} /> {t('risk.today.unrealised')}
      </p>
    </Section>
  );
}

function Line({ line }: { readonly line: LimitLine }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={css.line}>
      <div className={css.words} id={id}>
        <span>{t(`risk.limit.${line.name}`)}</span>
        <span className={css.figures}>
          {line.name === 'loss' ? <Gain paise={line.value} /> : <Value line={line} value={line.value} />}
          <span className={css.of}>
            {line.limit === undefined ? t('risk.today.noLimit') : t('risk.today.of')}{' '}
            {line.limit === undefined ? null : <Value line={line} value={line.limit} />}
          </span>
        </span>
      </div>
      {/* Without a limit there is nothing to be near to. */}
      {line.limit === undefined ? null : (
        <progress
          className={css.bar}
          data-state={stateOf(line.used)}
          value={Math.round((line.used ?? 0) * 100)}
          max={100}
          aria-labelledby={id}
        />
      )}
    </div>
  );
}

function stateOf(used: number | undefined): 'none' | 'free' | 'near' | 'full' {
  if (used === undefined) return 'none';
  return used >= 1 ? 'full' : used >= 0.8 ? 'near' : 'free';
}

function Value({ line, value }: { readonly line: LimitLine; readonly value: number | undefined }) {
  const { t } = useTranslation();
  if (value === undefined) return <span>{t('risk.today.unknown')}</span>;
  switch (line.unit) {
    case 'money':
      return <Money paise={value} />;
    case 'count':
      return <span>{count(value)}</span>;
    case 'percent':
      return <span>{percent(value)}</span>;
  }
}
