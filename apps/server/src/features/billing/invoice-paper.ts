import { type EpochMs, formatPaise, indiaDateOf, stateOfGstCode } from '@trickdesk/domain';
import type { PaperBlock, PaperDocument, PaperPair } from '../../platform/pdf/document.ts';
import { formatDay } from './format.ts';
import type { InvoiceRow } from './invoice-store.ts';

const dayOf = (at: Date): string => formatDay((at.getTime() + 1) satisfies EpochMs);

/** An invoice or a credit note as it stands on paper, with the fields that rule 46 of the CGST rules asks for. */
export function invoicePaper(row: InvoiceRow, sandbox: boolean): PaperDocument {
  const { kind, number, supplier, customer, issued_at: issuedAt } = row;
  const title = kind === 'invoice' ? 'Tax invoice' : 'Credit note';
  const place = `${row.place_of_supply} ${stateOfGstCode(row.place_of_supply) ?? ''}`.trim();
  const head: PaperPair[] = [
    { name: 'Number', value: number },
    { name: 'Date', value: dayOf(issuedAt) },
    ...(row.credits_number === null ? [] : [{ name: 'To invoice', value: row.credits_number }]),
    { name: 'Place of supply', value: place },
    { name: 'Reverse charge', value: 'No' },
  ];
  return {
    title: `${title} ${number}`,
    ...(sandbox ? { note: 'Made in a sandbox: nothing was sold and no money was paid.' } : {}),
    blocks: [
      { kind: 'pairs', columns: [head, supplierPairs(supplier), customerPairs(customer)] },
      linesOf(row),
      sumsOf(row),
      {
        kind: 'text',
        text: `${kind === 'invoice' ? 'Paid' : 'Paid back'} ${row.paid_by === 'wallet' ? 'from the wallet' : 'through the payment gateway'}. Issued electronically on ${indiaDateOf(issuedAt.getTime())}; it needs no signature.`,
      },
    ],
    footer: `${supplier.name}   ·   GSTIN ${supplier.gstin}`,
  };
}

const supplierPairs = ({ name, address, gstin }: InvoiceRow['supplier']): PaperPair[] => [
  { name: 'Supplier', value: name },
  { name: 'Address', value: address },
  { name: 'GSTIN', value: gstin },
];

function customerPairs({ name, email, address }: InvoiceRow['customer']): PaperPair[] {
  const lines = address && [address.line1, address.line2, `${address.city} ${address.pincode}`, address.state];
  return [
    { name: 'Recipient', value: name },
    { name: 'Email', value: email },
    { name: 'Address', value: lines ? lines.filter(Boolean).join(', ') : 'Not given; unregistered person' },
  ];
}

function linesOf(row: InvoiceRow): PaperBlock {
  return {
    kind: 'table',
    head: [
      { text: 'Description', share: 0.46 },
      { text: 'SAC', share: 0.12 },
      { text: 'Price with tax', share: 0.16, isNumber: true },
      { text: 'Less unused', share: 0.13, isNumber: true },
      { text: 'Total', share: 0.13, isNumber: true },
    ],
    rows: [
      [
        `${row.description}, ${dayOf(row.period_from)} to ${formatDay(row.period_to.getTime())}`,
        row.sac,
        ...[row.list_paise, row.credit_paise, row.total_paise].map((paise) => formatPaise(paise)),
      ],
    ],
  };
}

function sumsOf(row: InvoiceRow): PaperBlock {
  const { taxable_paise: taxable, cgst_paise: cgst, sgst_paise: sgst, igst_paise: igst, total_paise: total } = row;
  const taxes =
    igst > 0n ? [['IGST', '18 %', igst] as const] : [['CGST', '9 %', cgst] as const, ['SGST', '9 %', sgst] as const];
  return {
    kind: 'table',
    head: [
      { text: 'Tax', share: 0.7 },
      { text: 'Rate', share: 0.14, isNumber: true },
      { text: 'Amount', share: 0.16, isNumber: true },
    ],
    rows: [
      ['Taxable value', '', formatPaise(taxable)],
      ...taxes.map(([name, rate, paise]) => [name, rate, formatPaise(paise)]),
      ['Total', '', formatPaise(total)],
    ],
  };
}
