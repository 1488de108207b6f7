import type { MyBasket } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { badgeOfMode, modeIn, type RecordMode } from '../../lib/record-mode.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Explained, type FigureAsk } from '../../ui/figures/explained.tsx';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { type HeldStatus, heldStatusIn, MINE_PAGE_SIZE, mineInput } from './mine-view.ts';
import { useMyBasketColumns } from './my-basket-columns.tsx';

/** Baskets that are held in one mode, or were. Live is the default; test stands beside it and is never added to it. */
export function MyBaskets({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const header = useCall('headerdata', {});
  const mode = modeIn(list.query);
  const status = heldStatusIn(list.query);
  const input = mineInput(list.query);
  const page = useCall('getMyBaskets', input, { keepPrevious: true });
  const columns = useMyBasketColumns();
  return (
    <>
      <ModeBand badge={page.data?.badge ?? badgeOfMode(mode, header.data?.market.simulated ?? true)}>
        <Segments
          label={t('baskets.mine.modeChoice')}
          value={mode}
          options={(['Live', 'Test'] as const).map((value) => ({ value, label: t(`baskets.mine.modes.${value}`) }))}
          onChange={(value) => list.set({ type: value, search: undefined, status: undefined })}
        />
      </ModeBand>
      <Totals page={page.data} input={input} />
      <DataTable<MyBasket>
        label={t('baskets.tabs.mine')}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.my_basket_list, total: page.data.total, pageSize: MINE_PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(basket) => basket.myBasketId}
        rowLink={(basket) => `/my-baskets/${basket.myBasketId}`}
        searchable
        filters={
          <Segments
            label={t('baskets.mine.statusChoice')}
            value={status}
            options={(['held', 'closed'] as const).map((value) => ({
              value,
              label: t(`baskets.mine.heldStatus.${value}`),
            }))}
            onChange={(value) => list.set({ status: value === 'held' ? '' : value })}
          />
        }
        empty={<NoneHeld mode={mode} status={status} />}
        exportName="my-baskets"
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('getMyBaskets', { ...input, pageNumber, pageSize });
            return { rows: answer.my_basket_list, total: answer.total };
          })
        }
      />
    </>
  );
}

type BasketFigure = Extract<FigureAsk, { is_live?: unknown }>['figure'];

interface TotalsProps {
  readonly page: OutputOfCall<'getMyBaskets'> | undefined;
  readonly input: ReturnType<typeof mineInput>;
}

/** Of the whole filtered set as the server added it up. */
function Totals({ page, input: { is_live, status, Search } }: TotalsProps) {
  const { t } = useTranslation();
  const filter = { is_live, status, ...(Search === undefined ? {} : { Search }) };
  const opens = (figure: BasketFigure, value: number | undefined, shown: ReactNode) => (
    <Explained ask={{ figure, ...filter }} value={value}>
      {shown}
    </Explained>
  );
  return (
    <FiguresStrip
      items={[
        {
          label: t('baskets.mine.pnl'),
          value: opens('basketPnl', page?.pnlPaise, <Gain paise={page?.pnlPaise} live />),
          note: t('figures.afterCharges'),
          lead: true,
        },
        {
          label: t('baskets.mine.invested'),
          value: opens('basketInvested', page?.investedPaise, <Money paise={page?.investedPaise} />),
        },
        {
          label: t('baskets.mine.value'),
          value: opens('basketValue', page?.valuePaise, <Money paise={page?.valuePaise} live />),
        },
      ]}
    />
  );
}

function NoneHeld({ mode, status }: { readonly mode: RecordMode; readonly status: HeldStatus }) {
  const { t } = useTranslation();
  if (status === 'closed') {
    return (
      <Empty
        title={t('baskets.mine.noneClosedTitle')}
        text={t('baskets.mine.noneClosedText')}
        action={<AppLink to={`/baskets?tab=mine&type=${mode}`}>{t('baskets.mine.showHeld')}</AppLink>}
      />
    );
  }
  return (
    <Empty
      title={t(`baskets.mine.noneTitle.${mode}`)}
      text={t('baskets.mine.noneText')}
      action={<ButtonLink to="/baskets">{t('baskets.mine.goToCatalogue')}</ButtonLink>}
    />
  );
}
