import type { TFunction } from 'i18next';
import { CallFailure } from '../../lib/call-failure.ts';

/** What a person reads about a failure: the server's own words where it spoke. */
export function failureText(failure: unknown, t: TFunction): string {
  if (!(failure instanceof CallFailure)) return t('failure.badAnswer');
  if (failure.is('SIGNED_OUT')) return t('failure.signedOut');
  if (failure.is('NO_CONNECTION')) return t('failure.noConnection');
  if (failure.status >= 500 && failure.status !== 503) return t('failure.internal');
  return failure.message === '' ? t('failure.badAnswer') : failure.message;
}

/** The same where content is missing: a fault of ours in words, since the toast has already said the short form. */
export function failureReason(failure: unknown, t: TFunction): string {
  const text = failureText(failure, t);
  return text === t('failure.internal') ? t('failure.ourFault') : text;
}
