import type { MyTrickDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { SellPanel } from './sell-panel.tsx';
import { StartPanel } from './start-panel.tsx';
import { StopPanel } from './stop-panel.tsx';
import { verbsOf } from './trick-state.ts';

type Panel = 'start' | 'stop' | 'sell';

/** The verbs that are possible now; each opens a panel that says what it will do. */
export function Actions({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  const [panel, setPanel] = useState<Panel>();
  const verbs = verbsOf(trick);
  const close = () => setPanel(undefined);
  return (
    <>
      {verbs.sell ? (
        <Button look="quiet" onClick={() => setPanel('sell')}>
          {t('deployments.actions.sell', { count: trick.openPositions })}
        </Button>
      ) : null}
      {verbs.stop ? (
        <Button look="quiet" onClick={() => setPanel('stop')}>
          {t('deployments.actions.stop')}
        </Button>
      ) : null}
      {verbs.start ? <Button onClick={() => setPanel('start')}>{t('deployments.actions.start')}</Button> : null}
      <StartPanel trick={trick} opened={panel === 'start'} onClose={close} />
      <StopPanel trick={trick} opened={panel === 'stop'} onClose={close} />
      <SellPanel trick={trick} opened={panel === 'sell'} onClose={close} />
    </>
  );
}
