import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../lib/route-id.ts';
import { sendFiles } from '../../lib/send-files.ts';
import { keyOf, useAction, useCall } from '../../lib/use-call.ts';
import { useStreamEvent } from '../../lib/use-stream.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { AskedSection, type TellStory } from './asked-section.tsx';
import { ReplySection } from './reply-section.tsx';
import { Thread } from './thread.tsx';
import { TicketState } from './ticket-state.tsx';
import css from './tickets.module.css';
import { withNews } from './tickets-view.ts';

type TicketThread = OutputOfCall<'ticketdetails'>;

interface TicketPageProps {
  readonly tell: TellStory;
}

/** One question with everything that was said, what it asks about, and the next word. */
export function TicketPage({ tell }: TicketPageProps) {
  const id = routeId(useParams({ strict: false }).ticketId);
  return id === undefined ? <NoSuchTicket /> : <TicketLoader key={id} id={id} tell={tell} />;
}

function BackToTickets() {
  const { t } = useTranslation();
  return <BackLink to="/tickets">{t('tickets.title')}</BackLink>;
}

function NoSuchTicket() {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead title={t('tickets.one')} crumb={<BackToTickets />} />
      <div className={layout.box}>
        <Empty title={t('tickets.missing')} text={t('tickets.missingText')} />
      </div>
    </div>
  );
}

function TicketLoader({ id, tell }: TicketPageProps & { readonly id: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const state = useCall('ticketdetails', { ticketId: id });
  useStreamEvent('ticket', (news) => {
    if (news.ticket.ticketId !== id) return;
    client.setQueryData<TicketThread>(
      keyOf('ticketdetails', { ticketId: id }),
      (thread) => thread && withNews(thread, news),
    );
  });
  if (state.error?.is('NOT_FOUND')) return <NoSuchTicket />;
  return (
    <div className={layout.stack}>
      {state.data ? null : <PageHead title={t('tickets.one')} crumb={<BackToTickets />} />}
      <Loaded
        state={state}
        failed={t('tickets.failed')}
        skeleton={<PageSkeleton label={t('tickets.loading')} main={[240, 260]} side={[160]} />}
      >
        {(thread) => <TicketView thread={thread} tell={tell} />}
      </Loaded>
    </div>
  );
}

function TicketView({ thread, tell }: TicketPageProps & { readonly thread: TicketThread }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { ticket, messages, about } = thread;
  const { ticketId, state } = ticket;
  const show = (next: TicketThread): void => {
    client.setQueryData(keyOf('ticketdetails', { ticketId }), next);
    void client.invalidateQueries({ queryKey: ['ticketlist'] });
  };
  const names = { person: t('tickets.you'), support: t('tickets.support') };
  return (
    <>
      <PageHead
        title={ticket.subject}
        crumb={<BackToTickets />}
        beside={<TicketState state={state} by="person" />}
        lead={t(`tickets.leads.${state}`)}
        actions={<Move thread={thread} show={show} />}
      />
      <div className={layout.columns}>
        <div className={layout.stack}>
          {/* One part: in a single column the next word follows what was said. */}
          <div className={layout.stack}>
            <Thread messages={messages} side="person" nameOf={({ from }) => names[from]} />
            {state === 'closed' ? (
              <p className={css.plain}>{t('tickets.closedText')}</p>
            ) : (
              <ReplySection
                title={t('tickets.reply')}
                sendIt={async (said, share) => show(await sendFiles('replyticket', { ticketId, ...said }, share))}
              />
            )}
          </div>
        </div>
        <div className={layout.stack}>
          <About thread={thread} />
          {about ? <AskedSection about={about} tell={tell} isOwn /> : null}
        </div>
      </div>
    </>
  );
}

function About({ thread: { ticket } }: { readonly thread: TicketThread }) {
  const { t } = useTranslation();
  return (
    <Section title={t('tickets.about')}>
      <dl className={facts.facts}>
        <div>
          <dt>{t('tickets.numberLabel')}</dt>
          <dd>
            <bdi>{t('tickets.number', { number: String(ticket.ticketId) })}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('tickets.category')}</dt>
          <dd>{t(`tickets.categories.${ticket.category}`)}</dd>
        </div>
        <div>
          <dt>{t('tickets.opened')}</dt>
          <dd>
            <Moment at={ticket.openedAt} wall />
          </dd>
        </div>
        <div>
          <dt>{t('tickets.changed')}</dt>
          <dd>
            <Moment at={ticket.changedAt} wall />
          </dd>
        </div>
      </dl>
    </Section>
  );
}

interface MoveProps {
  readonly thread: TicketThread;
  readonly show: (thread: TicketThread) => void;
}

/** Closing, which can be taken back, and opening again. */
function Move({ thread: { ticket }, show }: MoveProps) {
  const { t } = useTranslation();
  const close = useAction('closeticket');
  const reopen = useAction('reopenticket');
  const isClosed = ticket.state === 'closed';
  const { mutate, isPending } = isClosed ? reopen : close;
  return (
    <Button look="quiet" busy={isPending} onClick={() => mutate({ ticketId: ticket.ticketId }, { onSuccess: show })}>
      {t(isClosed ? 'tickets.reopen' : 'tickets.close')}
    </Button>
  );
}
