import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PositionRow } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { price, signedRupees } from '../../lib/format.ts';
import { useLastPrice } from '../../lib/quotes.ts';
import { send } from '../../lib/send.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { NumberField } from '../../ui/form/number-field.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { AFTER_ACTION } from './after-action.ts';
import css from './deployments.module.css';
import { changeOf, type LevelsValues, problemsOf, resultAt, type TrailingChoice } from './levels-input.ts';

interface LevelsPanelProps {
  readonly position: PositionRow;
  /** Whether the rules of its trick have a stop that follows the price. */
  readonly mayTrail: boolean;
  readonly onClose: () => void;
}

/** Stop and target of one position as fields; what they would come to stands beside them. */
export function LevelsPanel({ position, mayTrail, onClose }: LevelsPanelProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const last = useLastPrice(position.symbol, position.lastPrice);
  const { TricksId, positionId, side } = position;
  const form = useForm<LevelsValues>({
    initial: { stopLoss: position.stopLoss, target: position.target, trailing: '' },
    check: (values) => textsOf(problemsOf(values), (problem) => t(`deployments.levels.${problem}`)),
    submit: async (values) => {
      const change = changeOf(values, position);
      if (Object.keys(change).length === 0) {
        showToast({ tone: 'note', text: t('deployments.levels.unchanged') });
      } else {
        await send('modifySLTrick', { TricksId, positionId, ...change }, { quiet: true });
        await Promise.all(AFTER_ACTION.map((name) => client.invalidateQueries({ queryKey: [name] })));
      }
      onClose();
    },
  });
  const atStop = resultAt(form.values.stopLoss, position);
  return (
    <ActionPanel
      opened
      onClose={onClose}
      title={t('deployments.levels.title', { symbol: position.symbol })}
      verb={t('deployments.levels.verb')}
      form={form}
    >
      <div className={css.fields}>
        <p>
          {t('deployments.levels.last', {
            price: last === undefined ? t('common.none') : price(last),
            average: price(position.averagePrice),
          })}
        </p>
        <NumberField
          {...form.field('stopLoss')}
          rupee
          label={t('deployments.levels.stop')}
          help={position.trailing ? t('deployments.levels.trailingHelp') : t(`deployments.levels.stopHelp.${side}`)}
        />
        {mayTrail ? <TrailingField field={form.field('trailing')} isTrailing={position.trailing} /> : null}
        <NumberField
          {...form.field('target')}
          rupee
          optional
          label={t('deployments.levels.target')}
          help={t(`deployments.levels.targetHelp.${side}`)}
        />
        <p className={css.panelNote}>
          {atStop === undefined ? null : t('deployments.levels.atStop', { amount: signedRupees(atStop) })}{' '}
          {t(position.is_live === 1 ? 'deployments.levels.live' : 'deployments.levels.paper')}
        </p>
      </div>
    </ActionPanel>
  );
}

interface TrailingFieldProps {
  readonly field: { readonly value: TrailingChoice; readonly onChange: (choice: TrailingChoice) => void };
  readonly isTrailing: boolean;
}

/** A stop that does not follow now may begin to once the price has come far enough; so both can be chosen. */
function TrailingField({ field, isTrailing }: TrailingFieldProps) {
  const { t } = useTranslation();
  const data = [
    { value: '', label: t(isTrailing ? 'deployments.levels.trail.isOn' : 'deployments.levels.trail.isFixed') },
    ...(isTrailing ? [] : [{ value: 'follows', label: t('deployments.levels.trail.follows') } as const]),
    { value: 'stays', label: t('deployments.levels.trail.stays') } as const,
  ] as const;
  return (
    <NativeSelect
      label={t('deployments.levels.trail.label')}
      description={t('deployments.levels.trail.help')}
      value={field.value}
      data={[...data]}
      onChange={(event) => {
        const chosen = data.find(({ value }) => value === event.currentTarget.value);
        if (chosen) field.onChange(chosen.value);
      }}
    />
  );
}
