import type { BacktestItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import css from './compare.module.css';
import { comparePath, FEWEST_COMPARED, isComparable, MOST_COMPARED, runsNamedIn, toggled } from './compare-choice.ts';

/** The back-tests that are chosen on this page of the list and on others: they stand in the address. */
function useChoice() {
  const list = useListState();
  const chosen = runsNamedIn(list.query['runs']);
  return { chosen, choose: (ids: readonly number[]) => list.show({ runs: ids.join(',') }) };
}

/** Takes a back-test into the comparison; only one that is done can be. */
export function CompareCell({ row }: { readonly row: BacktestItem }) {
  const { t } = useTranslation();
  const { chosen, choose } = useChoice();
  if (row.status !== 'done') return t('common.none');
  const isChosen = chosen.includes(row.BacktestId);
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={!isChosen && chosen.length >= MOST_COMPARED}
        aria-label={t('backtests.compare.take', { name: row.name, id: row.BacktestId })}
        onChange={() => choose(toggled(chosen, row.BacktestId))}
      />
    </label>
  );
}

/** What is chosen so far, and the way on. */
export function CompareChoice() {
  const { t } = useTranslation();
  const { chosen, choose } = useChoice();
  if (chosen.length === 0) return null;
  return (
    <div className={css.choice}>
      <p role="status">
        {t('backtests.compare.chosen', { count: chosen.length, most: MOST_COMPARED })}{' '}
        {chosen.length < FEWEST_COMPARED ? t('backtests.compare.oneMore') : null}
      </p>
      <Button look="quiet" small onClick={() => choose([])}>
        {t('backtests.compare.clear')}
      </Button>
      {isComparable(chosen) ? (
        <ButtonLink to={comparePath(chosen)} small>
          {t('backtests.compare.go')}
        </ButtonLink>
      ) : null}
    </div>
  );
}
