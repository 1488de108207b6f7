import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keepRulesToTest } from '../../../lib/rules-to-test.ts';
import { session } from '../../../lib/send.ts';
import { Button } from '../../../ui/button.tsx';
import { capitalPaiseOf, type Draft, definitionOf } from './draft.ts';
import type { Checker } from './use-checker.ts';

interface TestDraftButtonProps {
  readonly draft: Draft;
  readonly checker: Checker;
}

/** Back-tests what stands in the fields and is saved nowhere. The draft stays on the device as it is. */
export function TestDraftButton({ draft, checker: { checked, behind } }: TestDraftButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // What is wrong stands at its place and beside the words.
  const isRight = checked !== undefined && !behind && checked.errors.length === 0;

  function test(): void {
    keepRulesToTest(localStorage, session.user()?.userId, {
      name: draft.name.trim(),
      definition: definitionOf(draft),
      capitalPaise: capitalPaiseOf(draft) || 0,
      writtenAt: `${window.location.pathname}${window.location.search}`,
    });
    void navigate({ to: '/backtests/new', search: { rules: 'unsaved' } });
  }

  return (
    <Button look="quiet" disabled={!isRight} onClick={test}>
      {t('builder.backtestDraft')}
    </Button>
  );
}
