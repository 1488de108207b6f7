import { mulDiv, type Paise } from '@trickdesk/domain';

/** GST on services, percent of the taxable value; the slab of November 2026. */
const GST_PERCENT = 18n;

/** What is contained in a price: the value and the tax of whoever may levy it. */
export interface ContainedTax {
  readonly taxablePaise: Paise;
  /** Of the supplier's state, half each; else all of it is integrated. */
  readonly cgstPaise: Paise;
  readonly sgstPaise: Paise;
  readonly igstPaise: Paise;
}

/**
 * GST contained in a price, rounded half up once: price × 18 / 118. Within a state it is halved; an odd paisa is the
 * centre's.
 */
export function containedTax(totalPaise: Paise, isSameState: boolean): ContainedTax {
  const tax = mulDiv(totalPaise, GST_PERCENT, 100n + GST_PERCENT, 'half_up');
  const taxablePaise = totalPaise - tax;
  if (!isSameState) return { taxablePaise, cgstPaise: 0n, sgstPaise: 0n, igstPaise: tax };
  const sgstPaise = tax / 2n;
  return { taxablePaise, cgstPaise: tax - sgstPaise, sgstPaise, igstPaise: 0n };
}

export function taxOf({ cgstPaise, sgstPaise, igstPaise }: ContainedTax): Paise {
  return cgstPaise + sgstPaise + igstPaise;
}
