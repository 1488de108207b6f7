import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../../lib/send.ts';
import { Button } from '../../ui/button.tsx';
import texts from '../../ui/texts.module.css';
import css from './broker.module.css';
import { SIM_ACCOUNT, secondsLeft, simClientCode, totpCode } from './sim-code.ts';

interface SimHintProps {
  readonly clientCode: string | undefined;
  /** Codes that are not suggested: they are linked already. */
  readonly linkedCodes: readonly string[];
  readonly onFill: (values: {
    clientCode: string;
    apiKey: string;
    pin: string;
    totp: string;
    totpSecret: string;
  }) => void;
}

/** Which values open a play account. It is loaded and shown only where the market is the simulator's. */
export function SimHint({ clientCode, linkedCodes, onFill }: SimHintProps) {
  const { t } = useTranslation();
  const tries = useRef(0);
  const [code, setCode] = useState<{ readonly text: string; readonly seconds: number }>();

  useEffect(() => {
    let shown = true;
    const tell = async () => {
      const now = Date.now();
      const text = await totpCode(SIM_ACCOUNT.totpSecret, now);
      if (shown) setCode({ text, seconds: secondsLeft(now) });
    };
    const timer = setInterval(() => void tell(), 1_000);
    void tell();
    return () => {
      shown = false;
      clearInterval(timer);
    };
  }, []);

  async function fill(): Promise<void> {
    const { apiKey, pin, totpSecret } = SIM_ACCOUNT;
    const suggest = () => simClientCode(session.user()?.userId ?? 1, tries.current++);
    let suggested = suggest();
    while (linkedCodes.includes(suggested)) suggested = suggest();
    onFill({
      clientCode: clientCode ?? suggested,
      apiKey,
      pin,
      totp: await totpCode(totpSecret, Date.now()),
      totpSecret,
    });
  }

  return (
    <aside className={css.hint} aria-label={t('brokerLinks.simTitle')}>
      <p className={texts.quiet}>{t('brokerLinks.simText')}</p>
      <dl className={css.values}>
        <dt>{t('brokerLinks.simCodes')}</dt>
        <dd>{t('brokerLinks.simCodesText', { from: SIM_ACCOUNT.firstClientCode, to: SIM_ACCOUNT.lastClientCode })}</dd>
        <dt>{t('brokerLinks.apiKey')}</dt>
        <dd>
          <code>{SIM_ACCOUNT.apiKey}</code>
        </dd>
        <dt>{t('brokerLinks.pin')}</dt>
        <dd>
          <code>{SIM_ACCOUNT.pin}</code>
        </dd>
        <dt>{t('brokerLinks.simCodeNow')}</dt>
        <dd>
          <code>{code?.text}</code>{' '}
          <span className={texts.quiet}>{code ? t('brokerLinks.simCodeLasts', { seconds: code.seconds }) : null}</span>
        </dd>
      </dl>
      <div>
        <Button look="quiet" small onClick={() => void fill()}>
          {t('brokerLinks.simFill')}
        </Button>
      </div>
    </aside>
  );
}
