import type { DeskTrick } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDecide } from '../../lib/may-read.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { DeskStateView } from './desk-state.tsx';
import { DeskTrickDrawer } from './desk-trick-drawer.tsx';
import { DESK_LISTS, DESK_MODE_LISTS, deskInput } from './desk-view.ts';
import { EnterCalendar } from './enter-calendar.tsx';
import { ListPage } from './list-page.tsx';
import { ProductSwitch } from './product-switch.tsx';
import { useDeskColumns } from './use-desk-columns.tsx';

/** How trading goes over all accounts, the tricks, and what stops them. */
export function OpsDeskPage() {
  const { t } = useTranslation();
  const input = deskInput(useListState().query);
  const state = useCall('opsdesk', input, { keepPrevious: true });
  return (
    <ListPage
      title={t('desk.title')}
      lead={t('desk.lead')}
      actions={
        state.data ? (
          <>
            <CalendarButton year={state.data.desk.calendarEnd?.missingYear} />
            <SwitchButton isSet={state.data.desk.productSwitch !== undefined} />
          </>
        ) : null
      }
      input={input}
      state={state}
      above={({ desk }) => <DeskStateView desk={desk} />}
      rowsOf={({ trick_list }): readonly DeskTrick[] => trick_list}
      readPage={(page) => send('opsdesk', { ...input, ...page })}
      columns={useDeskColumns()}
      path="/ops/desk"
      rowRef={({ TricksId }) => String(TricksId)}
      detail="trick"
      filters={
        <>
          <ChoiceFilter
            label={t('desk.which')}
            name="state"
            values={DESK_LISTS}
            say={(value) => t(`desk.lists.${value}`)}
          />
          <ChoiceFilter
            label={t('desk.mode')}
            name="mode"
            values={DESK_MODE_LISTS}
            say={(value) => t(`desk.modes.${value}`)}
          />
        </>
      }
      empty={{ title: t('desk.nothingRuns'), text: t('desk.nothingRunsText') }}
      noMatch={{ title: t('desk.noMatch'), text: t('desk.noMatchText') }}
      total={(counted) => t('desk.total', counted)}
    >
      {(opened, onClose) => <DeskTrickDrawer trick={opened} onClose={onClose} />}
    </ListPage>
  );
}

function CalendarButton({ year }: { readonly year: number | undefined }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  if (!mayDecide('Desk')) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpened(true)}>
        {t('desk.calendar.enter')}
      </Button>
      <DetailDrawer opened={opened} onClose={close} title={t('desk.calendar.enter')}>
        {opened ? <EnterCalendar year={year} onDone={close} /> : null}
      </DetailDrawer>
    </>
  );
}

function SwitchButton({ isSet }: { readonly isSet: boolean }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  if (!mayDecide('Desk')) return null;
  const verb = t(isSet ? 'desk.product.lift' : 'desk.product.stop');
  return (
    <>
      <Button look="quiet" onClick={() => setOpened(true)}>
        {verb}
      </Button>
      <DetailDrawer opened={opened} onClose={close} title={verb}>
        {opened ? <ProductSwitch onDone={close} /> : null}
      </DetailDrawer>
    </>
  );
}
