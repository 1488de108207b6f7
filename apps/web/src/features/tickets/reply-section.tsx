import { useTranslation } from 'react-i18next';
import { FormBox } from '../../ui/form/form.tsx';
import { Section } from '../../ui/section.tsx';
import { MessageFields } from './message-fields.tsx';
import { NOTHING_SAID, type SendIt, useMessageForm } from './use-message-form.ts';

interface ReplySectionProps {
  readonly title: string;
  readonly help?: string;
  readonly sendIt: SendIt;
}

/** What one says next; it is empty again once it has arrived, and not before. */
export function ReplySection({ title, help, sendIt }: ReplySectionProps) {
  const { t } = useTranslation();
  const { form, share } = useMessageForm({
    initial: NOTHING_SAID,
    asksSubject: false,
    sendIt: async (...sending) => {
      await sendIt(...sending);
      form.reset();
    },
  });
  return (
    <Section title={title}>
      <FormBox form={form} verb={t('tickets.send')}>
        <MessageFields
          message={form.field('message')}
          files={form.field('files')}
          busy={form.busy}
          share={share}
          label={t('tickets.message')}
          {...(help === undefined ? {} : { help })}
        />
      </FormBox>
    </Section>
  );
}
