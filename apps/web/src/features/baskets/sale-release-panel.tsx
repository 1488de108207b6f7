import type { UnreleasedShareWire } from '@trickdesk/contract';
import { isPersonalPan } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';

export type BegunRelease = OutputOfCall<'authorisesale'> & { readonly symbol: string };

interface ReleasePanelProps {
  readonly brokerId: number;
  readonly share: UnreleasedShareWire;
  readonly simulated: boolean;
  readonly onClose: () => void;
  readonly onBegun: (release: BegunRelease) => void;
}

interface Wish {
  readonly quantity: number | undefined;
  readonly pan: string;
}

/** How many shares are to be released, before the depository is asked for its page. */
export function SaleReleasePanel({ brokerId, share, simulated, onClose, onBegun }: ReleasePanelProps) {
  const { t } = useTranslation();
  const begin = useAction('authorisesale', { quiet: true });
  const { symbol, isin, missingQuantity: most } = share;
  const form = useForm<Wish>({
    initial: { quantity: most, pan: '' },
    check: ({ quantity, pan }) => ({
      ...(isWithin(quantity, most) ? {} : { quantity: t('saleRelease.quantityWrong', { most }) }),
      ...(pan.trim() === '' || isPersonalPan(pan.trim().toUpperCase()) ? {} : { pan: t('saleRelease.panWrong') }),
    }),
    submit: async ({ quantity = most, pan }) => {
      const typed = pan.trim() === '' ? {} : { pan: pan.trim().toUpperCase() };
      const begun = await begin.mutateAsync({ brokerId, isin, quantity, ...typed });
      onBegun({ ...begun, symbol });
      onClose();
    },
  });
  return (
    <ActionPanel
      opened
      onClose={onClose}
      title={t('saleRelease.panelTitle', { symbol })}
      verb={t('saleRelease.panelVerb')}
      form={form}
    >
      <ul className={texts.points}>
        <li>{t('saleRelease.pointPage')}</li>
        <li>{t('saleRelease.pointTpin')}</li>
        <li>{t('saleRelease.pointDay')}</li>
        {simulated ? <li>{t('saleRelease.pointSimulated')}</li> : null}
      </ul>
      <NumberField {...form.field('quantity')} label={t('saleRelease.quantity')} min={1} max={most} />
      <TextField
        {...form.field('pan')}
        label={t('saleRelease.pan')}
        help={t(simulated ? 'saleRelease.panHelpSimulated' : 'saleRelease.panHelp')}
        optional
        autoComplete="off"
        maxLength={10}
      />
    </ActionPanel>
  );
}

function isWithin(quantity: number | undefined, most: number): boolean {
  return quantity !== undefined && Number.isInteger(quantity) && quantity >= 1 && quantity <= most;
}
