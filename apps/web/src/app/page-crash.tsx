import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isCodeMissing } from '../lib/load-code.ts';
import { Button } from '../ui/button.tsx';
import css from './plain-page.module.css';

/** A page that threw: what it means for one's tricks, and a way on. The error itself goes to the console. */
export function PageCrash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  // Code that is gone comes with a new page; to draw again would fail the same way.
  const again = isCodeMissing(error) ? () => window.location.reload() : reset;
  console.error('a page stopped working', error);
  return (
    <main className={css.page} role="alert">
      <h1 style={{ fontSize: '1.25rem', lineHeight: '1.75rem' }}>{t('failure.pageTitle')}</h1>
      <p style={{ marginBlock: 8 }}>{t('failure.pageText')}</p>
      <Button onClick={again}>{t('failure.tryAgain')}</Button>
    </main>
  );
}
