import { useTranslation } from 'react-i18next';
import { useAction, useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import type { ListState } from '../../ui/table/list-state.ts';

/** Compares a linked account now, and shows the report. Without one there is nothing to compare with. */
export function CompareNow({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const brokers = useCall('getangelone', {}).data?.broker_details ?? [];
  const compare = useAction('reconciliationreport', { refreshes: ['reconciliationreports', 'reconciliationreport'] });
  if (brokers.length === 0) return null;
  return (
    <div className={facts.buttons}>
      {brokers.map(({ brokerId, clientCode }) => (
        <Button
          key={brokerId}
          look="quiet"
          busy={compare.isPending && compare.variables.brokerId === brokerId}
          onClick={() =>
            compare.mutate({ brokerId }, { onSuccess: ({ report }) => list.show({ report: String(report.reportId) }) })
          }
        >
          {brokers.length === 1 ? t('reconciliation.compareNow') : t('reconciliation.compareOne', { clientCode })}
        </Button>
      ))}
    </div>
  );
}
