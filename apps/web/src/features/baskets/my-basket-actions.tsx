import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { AddPanel } from './add-panel.tsx';
import { ClosePanel } from './close-panel.tsx';
import type { MyBasketDetails } from './my-basket-page.tsx';
import { isBusy } from './run-view.ts';

/** Puts money in, or takes all of it out. While orders are under way neither can be begun. */
export function MyBasketActions({ details }: { readonly details: MyBasketDetails }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'add' | 'close'>();
  const { my_basket: basket } = details;
  if (basket.status === 'closing') return null;
  const busy = isBusy(basket);
  const shut = () => setOpened(undefined);
  return (
    <>
      <Button look="quiet" disabled={busy} onClick={() => setOpened('close')}>
        {t('baskets.close.open')}
      </Button>
      <Button disabled={busy || basket.heldBack !== undefined} onClick={() => setOpened('add')}>
        {t('baskets.add.open')}
      </Button>
      <AddPanel basket={basket} opened={opened === 'add'} onClose={shut} />
      <ClosePanel basket={basket} opened={opened === 'close'} onClose={shut} />
    </>
  );
}
