import { ActionIcon, useDirection } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import css from './data-table.module.css';
import type { TablePage } from './data-table.tsx';
import type { ListState } from './list-state.ts';

interface TableFootProps {
  readonly page: TablePage<unknown>;
  readonly list: ListState;
  readonly total: ReactNode;
}

/** Which rows of how many are shown, and the way to the others. */
export function TableFoot({ page, list, total }: TableFootProps) {
  const { t } = useTranslation();
  const { dir } = useDirection();
  const pages = Math.max(1, Math.ceil(page.total / page.pageSize));
  const from = (list.page - 1) * page.pageSize + 1;
  const to = Math.min(page.total, from + page.rows.length - 1);
  const where = { page: count(list.page), pages: count(pages) };
  const [Back, Forth] = dir === 'rtl' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight];
  return (
    <div className={css.foot}>
      <div className={css.total}>{total}</div>
      <span>
        {t('table.rows', { from: count(from), to: count(to), count: page.total, formatted: count(page.total) })}
      </span>
      {pages > 1 ? (
        <nav className={css.pages} aria-label={t('table.page', where)}>
          <ActionIcon
            variant="default"
            aria-label={t('table.previous')}
            disabled={list.page <= 1}
            onClick={() => list.setPage(list.page - 1)}
          >
            <Back size={16} aria-hidden="true" />
          </ActionIcon>
          <span>{t('table.page', where)}</span>
          <ActionIcon
            variant="default"
            aria-label={t('table.next')}
            disabled={list.page >= pages}
            onClick={() => list.setPage(list.page + 1)}
          >
            <Forth size={16} aria-hidden="true" />
          </ActionIcon>
        </nav>
      ) : null}
    </div>
  );
}
