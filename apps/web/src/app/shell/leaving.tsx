import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { send, session } from '../../lib/send.ts';
import css from './shell.module.css';

/**
 * Ends the session. It stands in place of the whole page: what the page still reads, or is about to, would be refused
 * with the session and look as if somebody else had ended it.
 */
export function Leaving() {
  const { t } = useTranslation();
  const router = useRouter();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void leave().finally(() => void router.navigate({ to: '/login' }));
  }, [router]);
  return (
    <p role="status" className={css.leaving}>
      {t('shell.leaving')}
    </p>
  );
}

/** This device forgets the person also where the server does not answer; the sender has told why by then. */
async function leave(): Promise<void> {
  try {
    await send('logout', {});
  } catch (error) {
    console.warn('the server was not told of the sign-out', error);
  } finally {
    session.clear();
  }
}
