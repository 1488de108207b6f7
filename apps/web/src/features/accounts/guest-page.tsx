import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageButton } from '../../ui/language-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import css from './guest-page.module.css';

interface GuestPageProps {
  readonly title: string;
  readonly lead: string;
  /** Below the form: the way to the other page. */
  readonly other: ReactNode;
  readonly children: ReactNode;
}

const FACTS = [
  ['accounts.factReason', 'accounts.factReasonText'],
  ['accounts.factTest', 'accounts.factTestText'],
  ['accounts.factStop', 'accounts.factStopText'],
] as const;

/** Sign in and register: what the product is on one side, the form on the other. */
export function GuestPage({ title, lead, other, children }: GuestPageProps) {
  const { t } = useTranslation();
  const brand = (
    <>
      <Logo />
      {t('common.productName')}
    </>
  );
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <span className={css.brand}>{brand}</span>
        <p className={css.promise}>{t('accounts.loginLead')}</p>
        <ul className={css.facts}>
          {FACTS.map(([name, text]) => (
            <li key={name}>
              <h2>{t(name)}</h2>
              <p>{t(text)}</p>
            </li>
          ))}
        </ul>
      </aside>
      <main className={css.main}>
        <div className={css.box}>
          <span className={`${css.brand} ${css.small}`}>{brand}</span>
          <PageHead title={title} lead={lead} />
          {children}
          <p className={css.other}>{other}</p>
          <LanguageButton />
        </div>
      </main>
    </div>
  );
}
