import type { BacktestItem, TrickItem } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, percent } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-call.ts';
import type { OutputOfCall } from '../../../lib/wire.ts';
import { ActionPanel } from '../../../ui/action-panel.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import texts from '../../../ui/texts.module.css';
import { CATEGORIES, RISKS } from '../catalogue-view.ts';
import css from './builder.module.css';
import type { OwnTrick } from './own-trick.ts';

/** What is read anew after a submission or its end. */
export const REFRESHED = ['trickpublications', 'owntrick'] as const;
/** As the call takes it. */
const DESCRIPTION_LONGEST = 1_000;

interface Values {
  readonly BacktestId: string;
  readonly category: TrickItem['category'];
  readonly risk: TrickItem['risk'];
  readonly description: string;
}

interface SubmitPanelProps {
  readonly trick: OwnTrick;
  readonly found: OutputOfCall<'trickpublications'>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Which back-test backs which version, what people are told of it, and what it means to submit it. */
export function SubmitPanel({ trick, found, opened, onClose }: SubmitPanelProps) {
  const { t, i18n } = useTranslation();
  const submit = useAction('submittrick', { refreshes: REFRESHED });
  const { backtest_list: fitting, author, publication_list: earlier } = found;
  const form = useForm<Values>({
    initial: {
      BacktestId: String(fitting[0]?.backtest.BacktestId ?? ''),
      category: earlier[0]?.category ?? 'trend',
      risk: earlier[0]?.risk ?? 'medium',
      description: earlier[0]?.description ?? '',
    },
    check: ({ description }) =>
      description.trim() === '' ? { description: t('builder.publication.descriptionMissing') } : {},
    submit: async ({ BacktestId, ...words }) => {
      const chosen = fitting.find(({ backtest }) => String(backtest.BacktestId) === BacktestId);
      if (!chosen) return;
      const { version, backtest } = chosen;
      await submit.mutateAsync({ TricksId: trick.TricksId, version, BacktestId: backtest.BacktestId, ...words });
      onClose();
    },
  });
  const chosen = fitting.find(({ backtest }) => String(backtest.BacktestId) === form.values.BacktestId);
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('builder.publication.submitTitle', { name: trick.name })}
      verb={t('builder.publication.verb', { version: chosen?.version ?? trick.version })}
      form={form}
    >
      <ul className={texts.points}>
        <li>{t('builder.publication.underName', { author })}</li>
        <li>{t('builder.publication.rulesSeen')}</li>
        <li>{t('builder.publication.stays')}</li>
        <li>{t('builder.publication.noPromise')}</li>
      </ul>
      <div className={css.submitting}>
        <SelectField
          {...form.field('BacktestId')}
          label={t('builder.publication.backtest')}
          help={t('builder.publication.backtestHelp')}
          options={fitting.map(({ version, backtest }) => ({
            value: String(backtest.BacktestId),
            label: `${t('strategies.version', { version })}: ${backtestWords(backtest, t, i18n.language)}`,
          }))}
        />
        <SelectField
          {...form.field('category')}
          label={t('strategies.categoryFilter')}
          options={CATEGORIES.map((value) => ({ value, label: t(`strategies.category.${value}`) }))}
        />
        <SelectField
          {...form.field('risk')}
          label={t('strategies.riskFilter')}
          options={RISKS.map((value) => ({ value, label: t(`strategies.risk.${value}`) }))}
        />
        <TextArea
          {...form.field('description')}
          label={t('builder.publication.description')}
          help={t('builder.publication.descriptionHelp')}
          maxLength={DESCRIPTION_LONGEST}
          rows={5}
        />
      </div>
    </ActionPanel>
  );
}

/** After charges: who submits a loss should see that it is one. */
function backtestWords(backtest: BacktestItem, t: TFunction, language: string): string {
  const { from_date: from, to_date: to, returnPercent = 0, trades = 0 } = backtest;
  return t('builder.publication.backtestWords', {
    ...{ from: dayInFull(from, language), to: dayInFull(to, language) },
    return: percent(returnPercent, true),
    trades: t('strategies.tradeCount', { count: trades, shown: count(trades) }),
  });
}
