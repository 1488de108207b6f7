import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { TICKET_CATEGORIES, TICKET_SUBJECT_LONGEST } from '@trickdesk/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendFiles } from '../../lib/send-files.ts';
import { keyOf } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { MessageFields } from './message-fields.tsx';
import css from './tickets.module.css';
import { askedIn, pageOfAsked } from './tickets-view.ts';
import { NOTHING_SAID, useMessageForm } from './use-message-form.ts';

/** A new question; one that was begun beside an order or a trade says which, and the server attaches what it knows of it. */
export function AskPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { query } = useListState();
  // As it was opened: a change of the address must not take away what was typed.
  const [{ subject, about }] = useState(() => askedIn(query));
  const { form, share } = useMessageForm({
    initial: { ...NOTHING_SAID, subject, category: about ? 'trade' : 'other' },
    asksSubject: true,
    sendIt: async (said, tell, values) => {
      const asked = { subject: values.subject.trim(), category: values.category, ...(about ? { about } : {}) };
      const thread = await sendFiles('addticket', { ...asked, ...said }, tell);
      const { ticketId } = thread.ticket;
      client.setQueryData(keyOf('ticketdetails', { ticketId }), thread);
      void client.invalidateQueries({ queryKey: ['ticketlist'] });
      showToast({ tone: 'done', text: t('tickets.sent') });
      await navigate({ to: `/tickets/${ticketId}`, search: {} });
    },
  });
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('tickets.ask')}
        crumb={<BackLink to="/tickets">{t('tickets.title')}</BackLink>}
        lead={t('tickets.askLead')}
      />
      <div className={css.form}>
        <Section title={t('tickets.question')}>
          <FormBox form={form} verb={t('tickets.send')}>
            {about ? (
              <div className={css.notice} role="note">
                <p>{t(`tickets.attached.${about.kind}`)}</p>
                <p>
                  <AppLink to={pageOfAsked(about)}>{t(`tickets.showAsked.${about.kind}`)}</AppLink>
                </p>
              </div>
            ) : null}
            <SelectField
              label={t('tickets.category')}
              name="category"
              value={form.values.category}
              options={TICKET_CATEGORIES.map((value) => ({ value, label: t(`tickets.categories.${value}`) }))}
              onChange={(category) => form.set({ category })}
            />
            <TextField
              {...form.field('subject')}
              label={t('tickets.subject')}
              maxLength={TICKET_SUBJECT_LONGEST}
              autoComplete="off"
            />
            <MessageFields
              message={form.field('message')}
              files={form.field('files')}
              busy={form.busy}
              share={share}
              label={t('tickets.message')}
              help={t('tickets.messageHelp')}
              rows={8}
            />
          </FormBox>
        </Section>
      </div>
    </div>
  );
}
