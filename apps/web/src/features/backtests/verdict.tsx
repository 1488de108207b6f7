import type { BacktestEvidence, EvidenceReason, EvidenceWord } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { asFigures, count, ofBasisPoints, percent } from '../../lib/format.ts';
import { Money } from '../../ui/figures/figures.tsx';
import { type FigureItem, FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';
import css from './verdict.module.css';

const TONES: Readonly<Record<EvidenceWord, StateTone>> = { none: 'bad', weak: 'busy', some: 'good' };
const GROUPS = ['for', 'decides', 'against', 'missing'] as const;
type Group = (typeof GROUPS)[number];

/** What decides against an edge is told apart from what only weakens the evidence. */
function groupOf({ stance, decides }: EvidenceReason): Group {
  return stance === 'against' && decides ? 'decides' : stance;
}

/** What the result is worth: the verdict, why, and how often such a verdict is wrong. */
export function Verdict({ evidence }: { readonly evidence: BacktestEvidence }) {
  const { t } = useTranslation();
  return (
    <Section title={t('backtests.verdict.title')} note={t('backtests.verdict.note')}>
      <div className={css.word}>
        <StateDot tone={TONES[evidence.evidence]}>{t(`backtests.verdict.word.${evidence.evidence}`)}</StateDot>
      </div>
      <p className={css.sentence}>{t(`backtests.verdict.means.${evidence.evidence}`)}</p>
      <Figures evidence={evidence} />
      <div className={css.stances}>
        {GROUPS.map((group) => (
          <Reasons key={group} group={group} reasons={evidence.reasons.filter((each) => groupOf(each) === group)} />
        ))}
      </div>
      <p className={css.rate}>{t('backtests.verdict.rate', { percent: evidence.falsePositivePercent })}</p>
    </Section>
  );
}

function Figures({ evidence }: { readonly evidence: BacktestEvidence }) {
  const { t } = useTranslation();
  const { lookAhead, luck, resampled, costs, capacity } = evidence;
  const range = resampled?.annualReturn;
  const figures: (FigureItem | undefined)[] = [
    {
      label: t('backtests.verdict.independent'),
      value: <bdi>{evidence.independentTrades}</bdi>,
      note: t('backtests.verdict.inSessions', { count: evidence.sessions }),
    },
    luck && {
      label: t('backtests.verdict.sure'),
      value: <bdi>{t('backtests.verdict.share', { percent: luck.confidencePercent })}</bdi>,
      note: t('backtests.verdict.sureOf', { percent: 100 - evidence.falsePositivePercent }),
    },
    range && {
      label: t('backtests.verdict.aYear', { percent: resampled.insidePercent }),
      value: (
        <bdi>
          {t('backtests.verdict.between', {
            low: percent(range.lowPercent, true),
            high: percent(range.highPercent, true),
          })}
        </bdi>
      ),
    },
    costs.breakEvenBps === undefined
      ? undefined
      : {
          label: t('backtests.verdict.breakEven'),
          value: <bdi>{ofBasisPoints(costs.breakEvenBps)}</bdi>,
          note: t('backtests.verdict.counted', { percent: ofBasisPoints(costs.slippageBps) }),
        },
    lookAhead && {
      label: t('backtests.verdict.lookAhead'),
      value: <bdi>{t('backtests.verdict.differ', { shown: count(lookAhead.differing) })}</bdi>,
      note: t('backtests.verdict.lookAheadNote', {
        decisions: count(lookAhead.decisions),
        cuts: count(lookAhead.cuts),
      }),
    },
    capacity && {
      label: t('backtests.verdict.capacity'),
      value: (
        <bdi>
          <Money paise={capacity.capitalPaise} form="short" />
        </bdi>
      ),
      note: t('backtests.verdict.capacityNote', { percent: percent(capacity.withinPercent) }),
    },
  ];
  return <FiguresStrip items={figures.filter((item) => item !== undefined)} />;
}

interface ReasonsProps {
  readonly group: Group;
  readonly reasons: readonly EvidenceReason[];
}

function Reasons({ group, reasons }: ReasonsProps) {
  const { t } = useTranslation();
  if (reasons.length === 0) return null;
  return (
    <div>
      <h3 className={css.stance}>{t(`backtests.verdict.stance.${group}`)}</h3>
      <ul className={css.reasons}>
        {reasons.map(({ key, text }) => (
          <li key={key}>{asFigures(text)}</li>
        ))}
      </ul>
    </div>
  );
}
