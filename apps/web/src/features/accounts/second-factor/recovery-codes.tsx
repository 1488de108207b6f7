import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import texts from '../../../ui/texts.module.css';
import css from './second-factor.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Ten codes, shown this once: they go when their owner says that they are kept. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const text = `${codes.join('\n')}\n`;
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'done', text: t('accounts.secondFactor.copied') });
  }
  return (
    <div className={css.part}>
      <h3 className={css.head}>{t('accounts.secondFactor.codesTitle')}</h3>
      <p className={texts.quiet}>{t('accounts.secondFactor.codesText')}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={css.deeds}>
        <Button onClick={onKept}>{t('accounts.secondFactor.kept')}</Button>
        {'clipboard' in navigator ? (
          <Button look="quiet" onClick={() => void copy()}>
            {t('accounts.secondFactor.copy')}
          </Button>
        ) : null}
        <a
          className={css.download}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="trickdesk-recovery-codes.txt"
        >
          {t('accounts.secondFactor.download')}
        </a>
      </div>
    </div>
  );
}
