import type { MyTrickDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { BackToTestPanel } from './back-to-test-panel.tsx';
import { GoLivePanel } from './go-live-panel.tsx';
import { SellPanel, sellText } from './sell-panel.tsx';
import { StartPanel } from './start-panel.tsx';
import { StopPanel } from './stop-panel.tsx';
import { verbsOf } from './trick-state.ts';

type Panel = 'start' | 'stop' | 'sell' | 'goLive' | 'backToTest';

/** The verbs that are possible now; each opens a panel that says what it will do. */
export function Actions({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  const [panel, setPanel] = useState<Panel>();
  const verbs = verbsOf(trick);
  const close = () => setPanel(undefined);
  const quiet = (['sell', 'stop', 'goLive', 'backToTest'] as const).filter((verb) => verbs[verb]);
  return (
    <>
      {quiet.map((verb) => (
        <Button key={verb} look="quiet" onClick={() => setPanel(verb)}>
          {verb === 'sell' ? sellText(t, trick) : t(`deployments.actions.${verb}`)}
        </Button>
      ))}
      {verbs.start ? <Button onClick={() => setPanel('start')}>{t('deployments.actions.start')}</Button> : null}
      <StartPanel trick={trick} opened={panel === 'start'} onClose={close} />
      <StopPanel trick={trick} opened={panel === 'stop'} onClose={close} />
      <SellPanel trick={trick} opened={panel === 'sell'} onClose={close} />
      <GoLivePanel trick={trick} opened={panel === 'goLive'} onClose={close} />
      <BackToTestPanel trick={trick} opened={panel === 'backToTest'} onClose={close} />
    </>
  );
}
