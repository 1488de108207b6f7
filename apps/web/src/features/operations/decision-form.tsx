import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { type FieldProps, useForm } from '../../ui/form/use-form.ts';
import { NO_PROOF, ProofFields, type ProofValues, proofOf, useHasFactor, useMissingProof } from './proof-fields.tsx';

interface DecisionValues extends ProofValues {
  readonly reason: string;
}

/** What the operator said besides yes or no. */
interface Said {
  /** Empty where none was asked for. */
  readonly reason: string;
  readonly proof: ReturnType<typeof proofOf>;
}

interface DecisionFormProps {
  /** The verb of the button. */
  readonly verb: string;
  readonly asksReason?: boolean;
  /** Who reads the reason, and what is said where it is missing; left out where its owner reads it. */
  readonly reasonWords?: { readonly help: string; readonly missing: string };
  /** Whether the operator shows once more who they are; left out where no money is decided about. */
  readonly asksProof?: boolean;
  /** Why the password is asked for; left out where money is decided about. */
  readonly proofHelp?: string;
  /** Does it, and answers what is said of it then. */
  readonly decide: (said: Said) => Promise<string>;
  readonly onDone: () => void;
  /** What it will do, in figures. */
  readonly children: ReactNode;
}

/** One decision: what it will do, why it is made and who makes it. A refusal stays in the form. */
export function DecisionForm({
  verb,
  asksReason = false,
  reasonWords,
  asksProof = true,
  proofHelp,
  decide,
  onDone,
  children,
}: DecisionFormProps) {
  const { t } = useTranslation();
  const hasFactor = useHasFactor(asksProof);
  const missingProof = useMissingProof(hasFactor);
  const form = useForm<DecisionValues>({
    initial: { ...NO_PROOF, reason: '' },
    check: (values) => ({
      ...(asksReason && values.reason.trim() === ''
        ? { reason: reasonWords?.missing ?? t('operations.reasonMissing') }
        : {}),
      ...(asksProof ? missingProof(values) : {}),
    }),
    submit: async (values) => {
      const text = await decide({ reason: values.reason.trim(), proof: proofOf(values, hasFactor) });
      showToast({ tone: 'done', text });
      onDone();
    },
  });
  return (
    <FormBox form={form} verb={verb}>
      {children}
      {asksReason ? <ReasonField field={form.field('reason')} help={reasonWords?.help} /> : null}
      {asksProof ? (
        <ProofFields
          hasFactor={hasFactor}
          password={form.field('password')}
          totp={form.field('totp')}
          help={proofHelp}
        />
      ) : null}
    </FormBox>
  );
}

interface ReasonFieldProps {
  readonly field: FieldProps<string>;
  readonly help?: string | undefined;
}

/** Why; whoever it is about reads it, where nothing else is said. */
export function ReasonField({ field, help }: ReasonFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...field}
      label={t('operations.reason')}
      help={help ?? t('operations.reasonHelp')}
      maxLength={200}
      autoComplete="off"
    />
  );
}
