import type { TFunction } from 'i18next';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../lib/call-failure.ts';
import { Button } from '../button.tsx';
import { failureText } from '../feedback/failure-text.ts';
import type { PriceLevel } from './candle-chart.tsx';
import { isMoved, type MovedLevel } from './level-drag.ts';
import css from './level-handles.module.css';

/** What whoever shows the chart says and does about a level that is moved. Prices in rupees. */
export interface LevelMoving {
  readonly tick: number;
  /** The price and what it comes to: “804.50, about −₹420.00 before charges”. */
  readonly describe: (level: PriceLevel, price: number) => string;
  readonly question: (level: PriceLevel, price: number) => string;
  /** Said after it was asked for, until the level stands there. */
  readonly asked: (level: PriceLevel, price: number) => string;
  /** Rejects where it is refused; the line goes back then. */
  readonly move: (level: PriceLevel, price: number) => Promise<unknown>;
}

interface LevelStripProps {
  readonly levels: readonly PriceLevel[];
  readonly moving: LevelMoving;
  readonly moved: MovedLevel | undefined;
  /** The line goes back to where the level is. */
  readonly onBack: () => void;
}

type Outcome = { readonly level: PriceLevel } & (
  | { readonly kind: 'asked'; readonly price: number }
  | { readonly kind: 'refused'; readonly failure: unknown }
);

/** Asks before a moved line becomes an order, and says what came of it. */
export function LevelStrip({ levels, moving, moved, onBack }: LevelStripProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const level = moved && levels.find(({ dragId }) => dragId === moved.id);

  async function confirm(to: PriceLevel, price: number): Promise<void> {
    setBusy(true);
    try {
      await moving.move(to, price);
      setOutcome({ kind: 'asked', level: to, price });
    } catch (failure) {
      setOutcome({ kind: 'refused', level: to, failure });
    } finally {
      setBusy(false);
      onBack();
    }
  }

  if (moved && level && isMoved(level.price, moved.price)) {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !busy) onBack();
    };
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend that nobody needs here
      <div className={css.strip} role="group" aria-label={t('chart.drag.confirm')} onKeyDown={leave}>
        <p>
          {moving.question(level, moved.price)} {moving.describe(level, moved.price)}
        </p>
        <div className={css.buttons}>
          <Button small busy={busy} onClick={() => void confirm(level, moved.price)}>
            {t('chart.drag.move')}
          </Button>
          <Button small look="quiet" disabled={busy} onClick={onBack}>
            {t('chart.drag.leave')}
          </Button>
        </div>
      </div>
    );
  }
  return <OutcomeStrip levels={levels} moving={moving} outcome={outcome} onClose={() => setOutcome(undefined)} />;
}

interface OutcomeStripProps {
  readonly levels: readonly PriceLevel[];
  readonly moving: LevelMoving;
  readonly outcome: Outcome | undefined;
  readonly onClose: () => void;
}

function OutcomeStrip({ levels, moving, outcome, onClose }: OutcomeStripProps) {
  const { t } = useTranslation();
  const now = outcome && levels.find(({ dragId }) => dragId === outcome.level.dragId);
  // Once the level stands where it was asked to, the line itself says so.
  const isDone = outcome?.kind === 'asked' && (!now || !isMoved(now.price, outcome.price));
  if (!outcome || isDone) return null;
  const isRefused = outcome.kind === 'refused';
  return (
    <div className={css.strip} data-tone={isRefused ? 'bad' : 'quiet'} role={isRefused ? 'alert' : 'status'}>
      <p>
        {isRefused
          ? t('chart.drag.refused', { level: outcome.level.label, reason: reasonOf(outcome.failure, t) })
          : moving.asked(outcome.level, outcome.price)}
      </p>
      <Button small look="quiet" onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  );
}

/** The server names what is wrong with a level at its field; here there is only one. */
function reasonOf(failure: unknown, t: TFunction): string {
  const named = failure instanceof CallFailure ? failure.errors.map(({ message }) => message) : [];
  return named.length > 0 ? named.join(' ') : failureText(failure, t);
}
