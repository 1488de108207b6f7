import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/fields.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import layout from '../../../ui/layout.module.css';
import { Section } from '../../../ui/section.tsx';
import type { DraftSectionProps } from './basics-section.tsx';
import css from './builder.module.css';
import type { LevelKind } from './draft.ts';
import { errorAt } from './field-errors.ts';
import { OtherAmounts } from './other-amounts.ts';

const METHODS = ['fixed_quantity', 'capital_share', 'risk_per_trade', 'volatility_target'] as const;
/** One share; a fifth of the capital; a hundredth that a stop may lose; a calm share of it moving in a year. */
const METHOD_STARTS = { fixed_quantity: 1, capital_share: 20, risk_per_trade: 1, volatility_target: 10 };
const LEVELS: readonly LevelKind[] = ['none', 'percent', 'points', 'atr', 'price'];
const TRAILS = LEVELS.filter((kind) => kind !== 'price');

/** How much it buys, and what ends a position beside its exit. */
export function RiskSection({ draft, errors, set }: DraftSectionProps) {
  const { t } = useTranslation();
  const { sizing } = draft;
  const [amounts] = useState(() => new OtherAmounts<(typeof METHODS)[number]>(METHOD_STARTS));
  const isCount = sizing.method === 'fixed_quantity';
  const count = (name: 'maxTradesPerDay' | 'maxOpenPositions' | 'cooldownBars' | 'maxHoldBars') => (
    <NumberField
      name={name}
      label={t(`builder.${name}`)}
      optional
      value={draft[name]}
      onChange={(value) => set({ [name]: value })}
      error={errorAt(errors, `risk.${name}`)}
    />
  );
  return (
    <Section title={t('builder.risk')}>
      <div className={layout.stack}>
        <div className={css.levels}>
          <SelectField
            label={t('builder.sizing')}
            value={sizing.method}
            options={METHODS.map((value) => ({ value, label: t(`builder.methods.${value}`) }))}
            onChange={(method) => {
              const amount = amounts.change(sizing.method, sizing.amount, method);
              set({ sizing: { ...sizing, method, amount } });
            }}
            error={errorAt(errors, 'sizing.method')}
          />
          <NumberField
            key={sizing.method}
            name="sizing"
            label={t(
              sizing.method === 'volatility_target'
                ? 'builder.ofCapitalAYear'
                : isCount
                  ? 'builder.shares'
                  : 'builder.ofCapital',
            )}
            percent={!isCount}
            value={sizing.amount}
            onChange={(amount) => set({ sizing: { ...sizing, amount } })}
            error={errorAt(errors, 'sizing.quantity', 'sizing.percent')}
          />
          {sizing.method === 'volatility_target' ? (
            <NumberField
              name="sizingLength"
              label={t('builder.volatilityLength')}
              value={sizing.length}
              onChange={(length) => set({ sizing: { ...sizing, length } })}
              error={errorAt(errors, 'sizing.length')}
            />
          ) : null}
        </div>
        <Level name="stopLoss" kinds={LEVELS} draft={draft} errors={errors} set={set} />
        <Level name="target" kinds={LEVELS} draft={draft} errors={errors} set={set} />
        <Level name="trailing" kinds={TRAILS} draft={draft} errors={errors} set={set} />
        <div className={css.fields}>
          {count('maxTradesPerDay')}
          <NumberField
            name="maxLossPerDay"
            label={t('builder.maxLossPerDay')}
            optional
            rupee
            value={draft.maxLossPerDayPaise === undefined ? undefined : draft.maxLossPerDayPaise / 100}
            onChange={(rupees) =>
              set({ maxLossPerDayPaise: rupees === undefined ? undefined : Math.round(rupees * 100) })
            }
            error={errorAt(errors, 'risk.maxLossPerDayPaise')}
          />
          {count('maxOpenPositions')}
          {count('cooldownBars')}
          {count('maxHoldBars')}
        </div>
      </div>
    </Section>
  );
}

interface LevelProps extends DraftSectionProps {
  readonly name: 'stopLoss' | 'target' | 'trailing';
  readonly kinds: readonly LevelKind[];
}

function Level({ name, kinds, draft, errors, set }: LevelProps) {
  const { t } = useTranslation();
  const level = draft[name];
  const path = `risk.${name}`;
  const { kind } = level;
  const [amounts] = useState(() => new OtherAmounts<LevelKind>({}));
  return (
    <div className={css.levels}>
      <SelectField
        label={t(`builder.${name}`)}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`builder.levels.${value}`) }))}
        onChange={(chosen) => {
          const amount = amounts.change(kind, level.amount, chosen);
          set({ [name]: { ...level, kind: chosen, amount } });
        }}
        error={errorAt(errors, `${path}.kind`)}
      />
      {kind === 'none' || kind === 'price' ? null : (
        <NumberField
          key={kind}
          name={`${name}Amount`}
          label={t(`builder.amounts.${kind}`)}
          percent={kind === 'percent'}
          rupee={kind === 'points'}
          value={level.amount}
          onChange={(amount) => set({ [name]: { ...level, amount } })}
          error={errorAt(errors, `${path}.percent`, `${path}.points`, `${path}.multiple`)}
        />
      )}
      {kind === 'atr' ? (
        <NumberField
          name={`${name}Length`}
          label={t('builder.atrLength')}
          value={level.length}
          onChange={(length) => set({ [name]: { ...level, length } })}
          error={errorAt(errors, `${path}.length`)}
        />
      ) : null}
      {kind === 'price' ? (
        <TextField
          name={`${name}Price`}
          label={t('builder.amounts.price')}
          help={t('builder.priceHelp')}
          value={level.price}
          onChange={(price) => set({ [name]: { ...level, price } })}
          error={errorAt(errors, `${path}.price`)}
        />
      ) : null}
    </div>
  );
}
