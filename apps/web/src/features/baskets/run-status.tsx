import type { BasketRun, MyBasket } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { count } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Button } from '../../ui/button.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import texts from '../../ui/texts.module.css';
import { AFTER_BASKET } from './after-basket.ts';
import css from './held.module.css';
import { RefusalNeeds } from './live-needs.tsx';
import { progressOf, type RepairVerb, runTone, verbsOf } from './run-view.ts';

interface StatusProps {
  readonly basket: MyBasket;
}

/** What is under way, how far it is and what it waits for, with what its owner can do about it. */
export function RunStatus({ basket }: StatusProps) {
  const { t } = useTranslation();
  const { run } = basket;
  if (!run || run.state === 'done') return null;
  return (
    <div className={css.status} data-tone={runTone(run)} role="status">
      <div className={css.statusWords}>
        <p>
          <strong>{t(`baskets.run.kinds.${run.kind}`)}</strong>: {t(`baskets.run.explain.${run.state}`)}
        </p>
        <Progress run={run} />
        {run.note ? <p className={css.quiet}>{run.note}</p> : null}
      </div>
      <Repair basket={basket} run={run} />
    </div>
  );
}

function Progress({ run }: { readonly run: BasketRun }) {
  const { t } = useTranslation();
  const { filled, total } = progressOf(run.orders);
  if (total === 0) return null;
  const words = t('baskets.run.filledOf', { filled: count(filled), total: count(total) });
  return (
    <p className={css.progress}>
      <progress value={filled} max={total} aria-label={words} /> {words}
    </p>
  );
}

function Repair({ basket, run }: StatusProps & { readonly run: BasketRun }) {
  const { t } = useTranslation();
  const [verb, setVerb] = useState<RepairVerb>();
  const [attempt] = useState(() => createAttempt());
  const repair = useAction('repairbasket', { quiet: true, refreshes: AFTER_BASKET });
  const verbs = verbsOf(run);
  if (verbs.length === 0) return null;
  const shown = verb ?? verbs[0] ?? 'stop';
  const names = progressOf(run.orders);
  return (
    <div className={css.verbs}>
      {verbs.map((each) => (
        <Button key={each} look="quiet" small onClick={() => setVerb(each)}>
          {t(`baskets.repair.${each}.open`)}
        </Button>
      ))}
      <ActionPanel
        opened={verb !== undefined}
        onClose={() => setVerb(undefined)}
        title={t(`baskets.repair.${shown}.title`, { name: basket.name })}
        verb={t(`baskets.repair.${shown}.verb`)}
        dangerous={shown === 'reverse'}
        onConfirm={() =>
          attempt((idempotencyKey) =>
            repair.mutateAsync({ myBasketId: basket.myBasketId, verb: shown, idempotencyKey }),
          )
        }
      >
        <ModeBadge badge={basket.badge} />
        <ul className={texts.points}>
          <li>{t(`baskets.repair.${shown}.does`, { count: names.total - names.filled })}</li>
          <li>{t(`baskets.repair.${shown}.then`)}</li>
        </ul>
        <RefusalNeeds failure={repair.error} />
      </ActionPanel>
    </div>
  );
}
