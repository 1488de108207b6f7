import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import css from './page-head.module.css';

interface PageHeadProps {
  readonly title: string;
  /** One line that says what this page answers. */
  readonly lead?: ReactNode;
  /** Beside the title: a badge or a state. */
  readonly beside?: ReactNode;
  /** A link one level up; only below the second level. */
  readonly crumb?: ReactNode;
  /** At most one primary action, and quieter ones before it. */
  readonly actions?: ReactNode;
}

/** The head of a page; it names the browser's tab too. */
export function PageHead({ title, lead, beside, crumb, actions }: PageHeadProps) {
  const { t } = useTranslation();
  const productName = t('common.productName');
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
  return (
    <header className={css.head}>
      <div className={css.words}>
        {crumb ? <div className={css.crumb}>{crumb}</div> : null}
        <div className={css.titleRow}>
          <h1 className={css.title}>{title}</h1>
          {beside}
        </div>
        {lead ? <p className={css.lead}>{lead}</p> : null}
      </div>
      {actions ? <div className={css.actions}>{actions}</div> : null}
    </header>
  );
}
