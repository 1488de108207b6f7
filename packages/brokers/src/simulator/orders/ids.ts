import { hashOf } from '@trickdesk/domain';

/** `250707000000012`: date and nine digits, as ordinary orders have. */
export function orderIdOf(date: string, number: number): string {
  return `${date.replaceAll('-', '').slice(2)}${String(number).padStart(9, '0')}`;
}

/** A UUID that seed and number decide, so that two runs agree. */
export function uniqueIdOf(seed: number, number: number): string {
  const hex = [0, 1, 2, 3].map((part) => hashOf(`${seed}|${number}|${part}`).toString(16).padStart(8, '0')).join('');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export function exchangeOrderIdOf(number: number): string {
  return `11${String(number).padStart(14, '0')}`;
}

export function fillIdOf(number: number): string {
  return String(50_000_000 + number);
}
