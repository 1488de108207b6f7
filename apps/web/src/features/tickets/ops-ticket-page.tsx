import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayDecide, mayRead } from '../../lib/may-read.ts';
import { routeId } from '../../lib/route-id.ts';
import { sendFiles } from '../../lib/send-files.ts';
import { keyOf, useAction, useCall } from '../../lib/use-call.ts';
import { useStreamEvent } from '../../lib/use-stream.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Moment, MomentDay } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { AskedSection, type TellStory } from './asked-section.tsx';
import { ReplySection } from './reply-section.tsx';
import { Thread } from './thread.tsx';
import { TicketState } from './ticket-state.tsx';
import css from './tickets.module.css';

type OpsThread = OutputOfCall<'opsticket'>;

interface OpsTicketPageProps {
  readonly tell: TellStory;
}

/** One question as those see it who answer: what was said, who asks, what about, and the answer. */
export function OpsTicketPage({ tell }: OpsTicketPageProps) {
  const id = routeId(useParams({ strict: false }).ticketId);
  return id === undefined ? <NoSuchTicket /> : <TicketLoader key={id} id={id} tell={tell} />;
}

function BackToQueue() {
  const { t } = useTranslation();
  return <BackLink to="/ops/tickets">{t('tickets.queue.title')}</BackLink>;
}

function NoSuchTicket() {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead title={t('tickets.one')} crumb={<BackToQueue />} />
      <div className={layout.box}>
        <Empty title={t('tickets.queue.missing')} text={t('tickets.queue.missingText')} />
      </div>
    </div>
  );
}

function TicketLoader({ id, tell }: OpsTicketPageProps & { readonly id: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const state = useCall('opsticket', { ticketId: id });
  useStreamEvent('opsticket', ({ ticketId }) => {
    if (ticketId === id) void client.invalidateQueries({ queryKey: keyOf('opsticket', { ticketId }) });
  });
  if (state.error?.is('NOT_FOUND')) return <NoSuchTicket />;
  return (
    <div className={layout.stack}>
      {state.data ? null : <PageHead title={t('tickets.one')} crumb={<BackToQueue />} />}
      <Loaded
        state={state}
        failed={t('tickets.failed')}
        skeleton={<PageSkeleton label={t('tickets.loading')} main={[240, 260]} side={[200]} />}
      >
        {(thread) => <TicketView thread={thread} tell={tell} />}
      </Loaded>
    </div>
  );
}

function useShow(ticketId: number): (thread: OpsThread) => void {
  const client = useQueryClient();
  return (thread) => {
    client.setQueryData(keyOf('opsticket', { ticketId }), thread);
    void client.invalidateQueries({ queryKey: ['opstickets'] });
  };
}

function TicketView({ thread, tell }: OpsTicketPageProps & { readonly thread: OpsThread }) {
  const { t } = useTranslation();
  const { ticket, messages, about, writers } = thread;
  const { ticketId, state, person } = ticket;
  const show = useShow(ticketId);
  const mayAct = ticket.mayAct && mayDecide('Ticket') && state !== 'closed';
  const writerOf = (id: number) => writers.find(({ messageId }) => messageId === id)?.name;
  return (
    <>
      <PageHead
        title={ticket.subject}
        crumb={<BackToQueue />}
        beside={<TicketState state={state} by="support" />}
        lead={t('tickets.numberAndKind', {
          number: t('tickets.number', { number: String(ticketId) }),
          kind: t(`tickets.categories.${ticket.category}`),
        })}
        actions={mayAct ? <Deeds thread={thread} show={show} /> : undefined}
      />
      <div className={layout.columns}>
        <div className={layout.stack}>
          {/* One part: in a single column the next word follows what was said. */}
          <div className={layout.stack}>
            <Thread
              messages={messages}
              side="support"
              nameOf={({ from, messageId }) =>
                from === 'person' ? person.name : (writerOf(messageId) ?? t('tickets.support'))
              }
            />
            {mayAct ? (
              <ReplySection
                title={t('tickets.queue.reply')}
                help={t('tickets.queue.replyHelp')}
                sendIt={async (said, share) => show(await sendFiles('opsreplyticket', { ticketId, ...said }, share))}
              />
            ) : null}
            {state === 'closed' ? <p className={css.plain}>{t('tickets.queue.closedText')}</p> : null}
            {ticket.mayAct ? null : <p className={css.plain}>{t('tickets.queue.own')}</p>}
          </div>
        </div>
        <div className={layout.stack}>
          <Asker thread={thread} />
          {about ? <AskedSection about={about} tell={tell} isOwn={false} /> : null}
        </div>
      </div>
    </>
  );
}

function Asker({ thread: { ticket } }: { readonly thread: OpsThread }) {
  const { t } = useTranslation();
  const { person, assignee, isMine, openedAt } = ticket;
  return (
    <Section title={t('tickets.queue.person')}>
      <dl className={facts.facts}>
        <div>
          <dt>{t('tickets.queue.name')}</dt>
          <dd>{mayRead('User') ? <AppLink to={`/ops/users/${person.userId}`}>{person.name}</AppLink> : person.name}</dd>
        </div>
        <div>
          <dt>{t('tickets.queue.email')}</dt>
          <dd>
            <bdi>{person.emailMasked}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('operations.kyc')}</dt>
          <dd>{t(person.kycVerified ? 'operations.kycVerified' : 'operations.kycOpen')}</dd>
        </div>
        <div>
          <dt>{t('tickets.queue.memberSince')}</dt>
          <dd>
            <MomentDay at={person.memberSince} />
          </dd>
        </div>
        <div>
          <dt>{t('tickets.opened')}</dt>
          <dd>
            <Moment at={openedAt} wall />
          </dd>
        </div>
        <div>
          <dt>{t('tickets.queue.assignee')}</dt>
          <dd>{isMine ? t('tickets.queue.you') : (assignee?.name ?? t('common.none'))}</dd>
        </div>
      </dl>
    </Section>
  );
}

interface DeedsProps {
  readonly thread: OpsThread;
  readonly show: (thread: OpsThread) => void;
}

/** Taking it on or giving it back, and closing it. */
function Deeds({ thread: { ticket }, show }: DeedsProps) {
  const { t } = useTranslation();
  const { ticketId, assignee, isMine } = ticket;
  const refreshes = ['opstickets', 'opsticket'] as const;
  const take = useAction('opstaketicket', { refreshes });
  const close = useAction('opscloseticket', { refreshes });
  const from = assignee === undefined ? {} : { from: assignee.operatorId };
  return (
    <>
      <Button
        look="quiet"
        busy={take.isPending}
        onClick={() => take.mutate({ ticketId, take: !isMine, ...from }, { onSuccess: show })}
      >
        {t(isMine ? 'tickets.queue.giveBack' : 'tickets.queue.take')}
      </Button>
      <Button look="quiet" busy={close.isPending} onClick={() => close.mutate({ ticketId }, { onSuccess: show })}>
        {t('tickets.close')}
      </Button>
    </>
  );
}
