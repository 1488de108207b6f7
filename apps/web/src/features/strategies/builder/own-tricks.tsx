import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../../lib/format.ts';
import { symbolsInShort } from '../../../lib/symbol-list.ts';
import { useCall } from '../../../lib/use-call.ts';
import { AppLink } from '../../../ui/app-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Moment } from '../../../ui/figures/moment.tsx';
import { Section } from '../../../ui/section.tsx';
import css from './builder.module.css';

const LISTED = 6;
const MOST = 100;

/** What this person has made so far; nothing where that is nothing. */
export function OwnTricks() {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const own = useCall('owntricks', { pageSize: all ? MOST : LISTED }, { keepPrevious: true });
  if (own.error && !own.data) {
    return (
      <Section title={t('builder.own.title')}>
        <ErrorState failure={own.error} title={t('builder.own.failed')} onRetry={() => void own.refetch()} />
      </Section>
    );
  }
  if (!own.data || own.data.total === 0) return null;
  const { trick_list: tricks, total } = own.data;
  return (
    <Section title={t('builder.own.title')}>
      <ul className={css.own}>
        {tricks.map(({ TricksId, name, version, savedAt, instruments, interval, retired, copies }) => (
          <li key={TricksId}>
            <AppLink to={`/builder/${TricksId}`} className={css.ownLink}>
              {name}
            </AppLink>
            {retired ? <span className={css.tag}>{t('builder.retired')}</span> : null}
            <span className={css.quiet}>
              {t('strategies.version', { version })} · {symbolsInShort(instruments)} ·{' '}
              {t(`strategies.intervals.${interval}`)}
              {copies > 0 ? ` · ${t('builder.versions.copies', { count: copies })}` : ''} · <Moment at={savedAt} wall />
            </span>
          </li>
        ))}
      </ul>
      {total > tricks.length ? (
        <Button small look="quiet" onClick={() => setAll(true)}>
          {t('builder.own.all', { total: count(total) })}
        </Button>
      ) : null}
    </Section>
  );
}
