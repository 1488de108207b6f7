/**
 * Whose a row is: the account's own number stands in `column`, or it names a row (`by`, the number where absent) of
 * another table of this list, or it is the account's address for mail.
 */
export type Belongs =
  | { readonly column: string; readonly of: 'account' | 'address' }
  | { readonly column: string; readonly of: { readonly table: string; readonly by?: string } };

/** What becomes of a table's rows when their account is erased. */
export type AtErasure =
  /** None is left. */
  | 'deleted'
  /** The row stays, and what names a person in it goes. */
  | 'pseudonym'
  /** Law makes us keep it, as it is. */
  | 'kept'
  /** Law makes us keep what belongs to real orders; the rest goes. */
  | 'kept_if_live';

export interface PersonalTable {
  readonly table: string;
  /** What it is, for whoever reads the copy. */
  readonly about: string;
  readonly belongs: Belongs;
  /** Columns that never leave: secrets, sealed or hashed, keyed fingerprints, and numbers of other people. */
  readonly secrets?: readonly string[];
  /** A row may have a megabyte: few are held at a time. */
  readonly large?: true;
  /** Rows are packed in this column; the copy has them unpacked. */
  readonly packed?: string;
  /** A whole file lies in this column; the copy has it in base 64. */
  readonly file?: string;
  readonly atErasure: AtErasure;
}
